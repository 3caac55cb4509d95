declare module 'virtual:texts/*' {
  const messages: import('use-intl').AbstractIntlMessages
  export default messages
}
declare module '*.module.css' {
  const classes: Record<string, string>
  export default classes
}
