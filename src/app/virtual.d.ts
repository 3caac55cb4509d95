declare module 'virtual:texts' {
  type Load = () => Promise<{ default: import('use-intl').AbstractIntlMessages }>
  const load: Record<import('#lib/manner.ts').Language, Record<import('./load-texts.ts').TextPart, Load>>
  export default load
}
declare module 'virtual:screens' {
  const load: Record<import('#lib/addresses.ts').Path, () => Promise<{ default: import('react').ComponentType }>>
  export default load
}
declare module '*.module.css' {
  const classes: Record<string, string>
  export default classes
}
