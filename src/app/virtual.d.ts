declare module 'virtual:texts/*' {
  const messages: Record<string, unknown>
  export default messages
}
declare module '*.module.css' {
  const classes: Record<string, string>
  export default classes
}
