import type { Description } from './api-description.server.ts'

export type Json = { [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const instants = new Set(['createdAt', 'updatedAt', 'sentAt', 'answeredAt'])
const formats: [pattern: string, format: string, example: string][] = [
  ['^[0-9a-f]{8}-', 'uuid', '01a10b4a-0002-7000-8000-000000000000'],
  ['^20\\d\\d-(?:0[1-9]|1[0-2])-', 'date', '2026-10-05'],
  ['^[^\\s@<>', 'idn-email', 'amal@example.com'],
]

/** Adds formats and examples to ids, days, addresses and instants, and types to texts: without them client generators use `any`. */
function addFormats(schema: unknown, name = ''): void {
  if (Array.isArray(schema)) return schema.forEach((entry) => addFormats(entry, name))
  if (!isJson(schema)) return
  const it = schema
  const pattern = typeof it['pattern'] === 'string' ? it['pattern'] : ''
  if (!it['type'] && (pattern || typeof it['const'] === 'string')) it['type'] = 'string'
  const known = formats.find(([begin]) => pattern.startsWith(begin))
  if (known) Object.assign(it, { format: known[1], examples: [known[2]] })
  else if (it['type'] === 'string' && instants.has(name)) Object.assign(it, { format: 'date-time', examples: ['2026-10-05T09:00:00.000Z'] })
  for (const [key, value] of Object.entries(it))
    if (key === 'properties' && isJson(value)) for (const [field, of] of Object.entries(value)) addFormats(of, field)
    else if (key !== 'examples' && key !== 'enum') addFormats(value, name)
}

const pascal = (call: string) =>
  call
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Moves body and answer schemas to the components, each once, named after the first call that uses it; a record by its entity. */
export function nameSchemas(description: Description): void {
  const schemas: Record<string, Json> = {}
  const names = new Map<string, string>()
  const refer = (schema: Json, wanted: string): Json => {
    if (schema['type'] !== 'object') return schema
    const text = JSON.stringify(schema)
    const name = names.get(text) ?? wanted
    if (!names.has(text)) {
      names.set(text, name)
      schemas[name] = schema
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const calls = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  // Records first, so that lists and actions refer to their names.
  const rank = (name: string) => (name.endsWith('.get') ? 0 : 1)
  addFormats(calls.map(({ parameters, requestBody, responses }) => ({ parameters, requestBody, responses })))
  for (const { operationId: name = '', requestBody, responses } of calls.toSorted(
    (a, b) => rank(a.operationId ?? '') - rank(b.operationId ?? ''),
  )) {
    for (const media of Object.values(requestBody?.content ?? {})) media.schema = refer(media.schema, `${pascal(name)}Input`)
    for (const [status, answer] of Object.entries(responses)) {
      const { content = {} } = answer as { content?: Record<string, { schema: Json }> }
      if (!status.startsWith('2')) continue
      for (const media of Object.values(content)) {
        const { properties, items } = media.schema as { properties?: Record<string, Json>; items?: Json }
        const rows = properties?.['rows']
        if (isJson(rows?.['items'])) rows['items'] = refer(rows['items'], `${pascal(name)}Row`)
        if (items) media.schema['items'] = refer(items, `${pascal(name)}Row`)
        media.schema = refer(media.schema, name.endsWith('.get') ? singular(name) : `${pascal(name)}Answer`)
      }
    }
  }
  const components = (description.components ??= {})
  components.schemas = schemas
}

/** `customers.get` returns a Customer. */
function singular(call: string): string {
  const group = pascal(call.split('.')[0] ?? '')
  if (group.endsWith('ches')) return group.slice(0, -2)
  return group.endsWith('s') ? group.slice(0, -1) : group
}
