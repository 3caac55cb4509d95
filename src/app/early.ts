/**
 * The first script of the shell, a few hundred bytes without imports: it asks for what the first
 * screen shows while the app itself is still on its way. `api/client.ts` takes the answers by
 * address and body, so a call that a screen no longer makes is only asked in vain; a journey
 * (e2e/first-load.e2e.ts) holds that none is.
 */
export type Ask = [call: string, input?: Record<string, unknown>]

const everywhere: Ask[] = [['plans/current'], ['setup/progress'], ['setup/vendor']]
const home: Ask[] = [['home/today']]

function isSignedIn(): boolean {
  try {
    return localStorage.getItem('root')?.includes('"token":"signed-in"') === true
  } catch {
    return false
  }
}

if (isSignedIn()) {
  window.earlyAnswers = new Map(
    [...everywhere, ...(window.location.pathname === '/' ? home : [])].map(([call, input]) => {
      const [address, body] = [`/rpc/${call}`, JSON.stringify({ json: input })]
      const answer = fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      // The call that takes the answer meets its failure; one that nobody takes must not shout.
      answer.catch(() => undefined)
      return [address + body, answer]
    }),
  )
  // Reading the calendar's tables takes a slow phone a tenth of a second; until the app is here it has nothing else to do.
  new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', day: 'numeric', month: 'long' }).format()
  // What nobody took by then is too old to be shown.
  setTimeout(() => window.earlyAnswers?.clear(), 15_000)
}
