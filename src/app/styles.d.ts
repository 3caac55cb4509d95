import 'react'

/** Custom properties that components set for styles, such as `--at`. */
declare module 'react' {
  interface CSSProperties {
    [property: `--${string}`]: string | number
  }
}
