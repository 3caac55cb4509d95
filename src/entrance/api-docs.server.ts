import type { Description, Operation } from './api-description.server.ts'

const escape = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The schemas of a call's input, with references resolved. */
function bodyOf({ requestBody }: Operation, { components }: Description): unknown[] {
  return Object.values(requestBody?.content ?? {}).map(
    ({ schema }) => components?.schemas?.[String(schema['$ref']).split('/').at(-1) ?? ''] ?? schema,
  )
}

/** The statuses that a call may answer; the document explains each. */
const statusesOf = ({ responses }: Operation) => Object.keys(responses).join(', ')

function operationRow(path: string, method: string, operation: Operation, description: Description): string {
  const [requestBody] = bodyOf(operation, description)
  const details = JSON.stringify({ parameters: operation.parameters, requestBody }, null, 2)
  const takes = details === '{}' ? '' : `<details><summary>Takes</summary><pre tabindex="0">${escape(details)}</pre></details>`
  const scope = operation['x-scope']
  const who = scope ? `Key with <code>${escape(scope)}</code>, or session` : operation.security?.length ? 'Session only' : 'Public'
  return `<section id="${escape(operation.operationId ?? '')}"><h3>${escape(operation.summary ?? '')}</h3><p><code>${method.toUpperCase()} /api${escape(path)}</code></p><p>${who}. Answers ${statusesOf(operation)}.</p>${takes}</section>`
}

/** The calls of each tag under a separate heading, and a table of contents. */
function groups(description: Description): { contents: string; calls: string } {
  const rows = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0],
      row: operationRow(path, method, operation, description),
    })),
  )
  const tags = (description.tags ?? []).map((tag) => ({ name: String(tag['name']), about: String(tag['description']) }))
  return {
    contents: tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(' '),
    calls: tags
      .map(({ name, about }) => {
        const own = rows.filter(({ tag }) => tag === name).map(({ row }) => row)
        return `<h2 id="${escape(name)}">${escape(name)}</h2><p>${escape(about)}</p>${own.join('')}`
      })
      .join(''),
  }
}

/** The page's inline style: its CSP contains the hash of exactly this text. */
export const docsStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-inline-size:52rem;margin:auto;padding:16px}
h2{margin-block:48px 0;padding-block-start:16px;border-block-start:1px solid}
h3{margin-block:24px 0}
p{margin-block:4px}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin-block:16px}
code{overflow-wrap:anywhere}
summary{inline-size:fit-content;padding-block:4px;cursor:pointer}
pre{max-block-size:24rem;padding:12px;overflow:auto;border:1px solid;font-size:13px}`

/** How programs authenticate and are notified of changes; docs/api.md has the details. */
const intro = `<h2>Authentication</h2>
<p>An owner makes API keys in <a href="/setup?tab=developers">Setup</a>. A request brings one as <code>Authorization: Bearer tlk_…</code>, without cookies, and may make the calls of the key's scopes: beside each call stands the scope that opens it. 401 <code>key/invalid</code>: unknown, expired or revoked. 403 <code>key/scope</code>: another scope is needed. 429: 600 requests a minute are the most; Retry-After says how many seconds to wait.</p>
<h2>Webhooks</h2>
<p>Changes are posted to your address as they happen, signed per Standard Webhooks: <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, the HMAC-SHA256 of <code>id.timestamp.body</code> with the bytes of the secret after <code>whsec_</code>. Answer 2xx within ten seconds; anything else is tried again for 24 hours. The same event may come twice: its <code>webhook-id</code> is the same. Events of one record come in order.</p>`

/** The API's description as a single page without scripts, so that the strict CSP applies there too. */
export function apiDocsPage(description: Description): string {
  const { contents, calls } = groups(description)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(description.info.title)} API</title><style>${docsStyle}</style></head><body><main><h1>${escape(description.info.title)} API</h1><p>${escape(description.info.description ?? '')}</p>${intro}<h2>Calls</h2><p>The document for programs, with every answer and error code: <a href="/api/openapi.json">openapi.json</a></p><nav aria-label="Calls">${contents}</nav>${calls}</main></body></html>`
}
