import 'react'

/** What styles read of a screen, as properties of their own, such as `--at`. */
declare module 'react' {
  interface CSSProperties {
    [property: `--${string}`]: string | number
  }
}
