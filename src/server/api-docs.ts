type Operation = { operationId?: string; requestBody?: unknown; parameters?: { name: string; in: string; required?: boolean }[] }
type Description = { info: { title: string; description?: string }; paths?: Record<string, Record<string, Operation>> }

const escape = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function operationRow(path: string, method: string, operation: Operation): string {
  const details = JSON.stringify({ parameters: operation.parameters, requestBody: operation.requestBody }, null, 2)
  const body = details === '{}' ? '' : `<details><summary>Takes</summary><pre tabindex="0">${escape(details)}</pre></details>`
  return `<section><h2><code>${method.toUpperCase()} /api${escape(path)}</code></h2><p>${escape(operation.operationId ?? '')}</p>${body}</section>`
}

/** The API's description as one page without scripts, so that the strict policy holds there too. */
export function apiDocsPage(description: Description): string {
  const rows = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationRow(path, method, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(description.info.title)} API</title></head><body><main><h1>${escape(description.info.title)} API</h1><p>${escape(description.info.description ?? '')}</p><p><a href="/api/openapi.json">openapi.json</a></p>${rows.join('')}</main></body></html>`
}
