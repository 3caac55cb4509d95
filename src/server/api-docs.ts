import type { Description, Operation } from './api-description.ts'

const escape = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The schemas of what a call takes, in full. */
function bodyOf({ requestBody }: Operation, { components }: Description): unknown[] {
  return Object.values(requestBody?.content ?? {}).map(
    ({ schema }) => components?.schemas?.[String(schema['$ref']).split('/').at(-1) ?? ''] ?? schema,
  )
}

function operationRow(path: string, method: string, operation: Operation, description: Description): string {
  const [requestBody] = bodyOf(operation, description)
  const details = JSON.stringify({ parameters: operation.parameters, requestBody }, null, 2)
  const body = details === '{}' ? '' : `<details><summary>Takes</summary><pre tabindex="0">${escape(details)}</pre></details>`
  const scope = operation['x-scope']
  const who = scope ? `key with <code>${escape(scope)}</code>, or session` : operation.security?.length ? 'session only' : 'public'
  return `<section id="${escape(operation.operationId ?? '')}"><h2><code>${method.toUpperCase()} /api${escape(path)}</code></h2><p>${escape(operation.summary ?? '')} · ${who}</p>${body}</section>`
}

/** How programs sign in and are told of changes; docs/api.md says more. */
const intro = `<h2>Authentication</h2>
<p>An owner makes API keys in <a href="/setup?tab=developers">Setup</a>. A request brings one as <code>Authorization: Bearer tlk_…</code>, without cookies, and may make the calls of the key's scopes: beside each call stands the scope that opens it. 401 <code>key/invalid</code>: unknown, expired or revoked. 403 <code>key/scope</code>: another scope is needed. 429: 600 requests a minute are the most; Retry-After says how many seconds to wait.</p>
<h2>Webhooks</h2>
<p>Changes are posted to your address as they happen, signed per Standard Webhooks: <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, the HMAC-SHA256 of <code>id.timestamp.body</code> with the bytes of the secret after <code>whsec_</code>. Answer 2xx within ten seconds; anything else is tried again for 24 hours. The same event may come twice: its <code>webhook-id</code> is the same. Events of one record come in order.</p>`

/** The API's description as one page without scripts, so that the strict policy holds there too. */
export function apiDocsPage(description: Description): string {
  const rows = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationRow(path, method, operation, description)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(description.info.title)} API</title></head><body><main><h1>${escape(description.info.title)} API</h1><p>${escape(description.info.description ?? '')}</p>${intro}<p><a href="/api/openapi.json">openapi.json</a></p>${rows.join('')}</main></body></html>`
}
