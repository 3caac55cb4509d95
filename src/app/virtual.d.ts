declare module 'virtual:texts/*' {
  const messages: import('use-intl').AbstractIntlMessages
  export default messages
}
declare module 'virtual:screens' {
  const load: Record<import('#lib/addresses.ts').Path, () => Promise<{ default: import('react').ComponentType }>>
  export default load
}
declare module '*.module.css' {
  const classes: Record<string, string>
  export default classes
}
