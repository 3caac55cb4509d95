import css from './key-caps.module.css'

/** Keys that are pressed one after another, as on their caps. @param keys such as `G C` */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={`${css['keys']} ltr`} aria-hidden="true">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
