import * as z from 'zod/mini'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { OpenAPIGenerator } from '@orpc/openapi'
import { policies, type CallName } from './policy.ts'
import { router } from './router.ts'
import { scopeOf } from './scopes.ts'
import { summaries } from './summaries.ts'
import { tags } from './tags.ts'
import { choiceOf, keysOf } from '#lib/choices.ts'
import { failures } from '#lib/failures.ts'
import { nameSchemas, type Json } from './api-schemas.server.ts'
import { sessionCookie } from '#kernel/base.ts'

const json = z.record(z.string(), z.unknown())
const byName = z.record(z.string(), json)
const operation = z.looseObject({
  operationId: z.optional(z.string()),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  'x-scope': z.optional(z.string()),
  requestBody: z.optional(z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: json, encoding: z.optional(json) })) })),
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.optional(z.boolean()) }))),
  responses: byName,
})
const document = z.looseObject({
  info: z.looseObject({ title: z.string(), description: z.optional(z.string()) }),
  tags: z.optional(z.array(json)),
  components: z.optional(z.looseObject({ schemas: z.optional(byName) })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

/** One call as it appears in the API's document. */
export type Operation = z.output<typeof operation>
export type Description = z.output<typeof document>

const statuses: Record<number, string> = {
  400: 'The request is refused; `data.issues` names each field and why',
  401: 'No one is signed in, or the API key is not valid',
  403: 'Not allowed; with `key/scope`, `data.scope` names the scope that opens the call',
  404: 'There is no such record',
  409: 'The state of things forbids it; with `request/stale`, `data.current` is the record as it is now',
  413: 'The body is too large',
  415: 'The body is of a type that is not taken',
  422: 'The id was sent with other values before; `data.current`, where it is given, is the record that they made',
  429: 'Too many requests',
  500: 'An unexpected error',
  502: 'An email could not be sent',
  503: 'Busy or not reachable; ask again',
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', example: 60 } } }

/** The error answers by status, each with its own schema that lists its codes. */
function errorAnswers(): { responses: Record<string, Json>; schemas: Record<string, Json> } {
  const responses: Record<string, Json> = {}
  const schemas: Record<string, Json> = {}
  for (const [status, description] of Object.entries(statuses)) {
    const name = `Error${status}`
    const codes = Object.entries(failures).flatMap(([code, of]) => (of === Number(status) ? [code] : []))
    const properties = { status: { type: 'integer', const: Number(status) }, code: { type: 'string', enum: codes } }
    const own = { type: 'object', properties, required: ['status', 'code'] }
    schemas[name] = { description, allOf: [{ $ref: '#/components/schemas/Error' }, own] }
    const headers = status === '429' || status === '503' ? { headers: retryAfter } : {}
    responses[name] = { description, ...headers, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } }
  }
  return { responses, schemas }
}

const errorSchemas = {
  Issue: {
    type: 'object',
    description: 'One invalid field: its path in the input, and why.',
    properties: {
      path: { type: 'array', items: { type: ['string', 'integer'] } },
      key: { type: 'string' },
      message: { type: 'string', example: 'Please add a first name' },
    },
    required: ['path', 'key', 'message'],
  },
  Error: {
    type: 'object',
    description: 'Every error response.',
    properties: {
      defined: { type: 'boolean' },
      code: { type: 'string', enum: Object.keys(failures) },
      status: { type: 'integer', example: 409 },
      message: { type: 'string' },
      data: {
        type: 'object',
        properties: {
          issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
          current: {
            type: ['object', 'null'],
            description: 'The record as it is now.',
            properties: { id: { type: 'string' }, version: { type: 'integer' } },
          },
          retryAfter: { type: 'number', description: 'Seconds to wait before the next request.' },
          scope: { type: ['string', 'null'], description: 'The scope that this call requires; null if no API key can make it.' },
        },
      },
    },
    required: ['code', 'status', 'message'],
  },
}

/** The error statuses that a call may answer. */
function refusals(name: CallName, method: string, path: string, operation: Operation): number[] {
  const { who } = policies[name]
  const takes = operation.requestBody !== undefined || (operation.parameters?.length ?? 0) > 0
  const writes = method !== 'get'
  return [
    ...(takes || writes ? [400] : []),
    ...(who === 'public' ? [] : [401]),
    403,
    ...(path.includes('{') || writes ? [404] : []),
    ...(writes ? [409, 413, 415, 422] : []),
    429,
    500,
    ...(writes ? [502] : []),
    503,
  ]
}

/** A call's authorization: a session, or an API key with the scope; none if it is open to anyone. */
function accessOf(name: CallName): Pick<Operation, 'security' | 'x-scope' | 'description'> {
  const { who } = policies[name]
  if (typeof who === 'string') return { security: [], description: who === 'public' ? 'Public.' : 'Signed by the marketplace.' }
  const scope = scopeOf(name)
  if (!scope) return { security: [{ session: [] }], description: 'Requires a session; API keys cannot make this call.' }
  return {
    security: [{ apiKey: [] }, { session: [] }],
    'x-scope': scope,
    description: `Requires an API key with the scope \`${scope}\`, or a session.`,
  }
}

/** Declares a file upload as multipart only. */
function acceptFile(operation: Operation): void {
  const content = operation.requestBody?.content
  const form = content?.['multipart/form-data']
  if (!content || !form) return
  delete content['application/json']
  const { properties }: { properties?: Record<string, Json> } = form.schema
  if (properties) properties['file'] = { type: 'string', format: 'binary', description: 'PNG, JPEG or WebP of at most 1,048,576 bytes.' }
  form.encoding = { file: { contentType: 'image/png, image/jpeg, image/webp' } }
}

function complete(description: Description): void {
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = choiceOf(keysOf(policies), operation.operationId ?? '')
      Object.assign(operation, accessOf(name), { summary: summaries[name], tags: [name.split('.')[0]] })
      acceptFile(operation)
      for (const status of refusals(name, method, path, operation))
        operation.responses[status] = { $ref: `#/components/responses/Error${status}` }
    }
}

/** The API's OpenAPI 3.1 description, generated from the contracts and the tables of scopes, summaries and tags. */
export async function describeApi(): Promise<Description> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const generated = await generator.generate(router, {
    info: {
      title: 'Touchline',
      version: '1.0.0',
      description:
        'Every call of the Touchline back office. Amounts are integers in minor units, instants ISO 8601 in UTC, days YYYY-MM-DD, times HH:mm local.',
      contact: { name: 'Touchline' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of /setup: `Authorization: Bearer tlk_…`, without cookies. It can only make the calls of its scopes.',
        },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'The session of a signed-in member.' },
      },
    },
  })
  const description = document.parse(generated)
  complete(description)
  nameSchemas(description)
  const components = (description.components ??= {})
  const { responses, schemas } = errorAnswers()
  components['responses'] = responses
  components.schemas = { ...errorSchemas, ...schemas, ...components.schemas }
  return description
}
