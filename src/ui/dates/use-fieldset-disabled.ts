import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element is in a disabled fieldset, which disables only the browser's own controls. */
export function useFieldsetDisabled(element: RefObject<HTMLElement | null>): boolean {
  const [isDisabled, setDisabled] = useState(false)
  useLayoutEffect(() => {
    const { current } = element
    const sets: HTMLFieldSetElement[] = []
    for (let set = current?.closest('fieldset'); set; set = set.parentElement?.closest('fieldset')) sets.push(set)
    const check = () => setDisabled(sets.some((set) => set.disabled))
    check()
    const observer = new MutationObserver(check)
    for (const set of sets) observer.observe(set, { attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [element])
  return isDisabled
}
