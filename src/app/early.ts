/**
 * The first script of the shell, a few hundred bytes without imports: it shows the frame and asks for
 * what the first screen shows while the app itself is still on its way. `web/client.ts` takes the answers by
 * address and body, so a call that a screen no longer makes is only asked in vain; a journey
 * (e2e/first-load.e2e.ts) holds that none is.
 */
export type EarlyCall = [call: string, input?: Record<string, unknown>]

const everywhere: EarlyCall[] = [['plans/current'], ['setup/progress'], ['setup/vendor']]
const home: EarlyCall[] = [['home/today']]

function stored(): string {
  try {
    return localStorage.getItem('root') ?? ''
  } catch {
    return ''
  }
}

/** Asks and reads the whole answer, so that the app finds it read. */
async function ask(address: string, body: string): Promise<Response> {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return new Response(await answer.text(), answer)
}

const root = stored()
if (root.includes('"token":"signed-in"')) {
  // The server may have answered with the page, or the app was loaded sooner than this script and asks itself.
  const asks =
    document.querySelector('#first-answers') || window.earlyAnswers
      ? []
      : [...everywhere, ...(window.location.pathname === '/' ? home : [])]
  window.earlyAnswers = new Map(
    asks.map(([call, input]) => {
      const [address, body] = [`/rpc/${call}`, JSON.stringify({ json: input })]
      const answer = ask(address, body)
      // The call that takes the answer meets its failure; one that no one takes must not shout.
      answer.catch(() => undefined)
      return [address + body, answer]
    }),
  )
  const picture = document.querySelector<HTMLElement>('#root > [inert]')
  const frame = picture?.querySelector('div')
  if (picture && frame) {
    frame.dataset['wide'] = String(window.matchMedia('(width >= 1000px)').matches)
    picture.dataset['fits'] = ''
    picture.hidden = false
  }
  // Reading the tables of dates and numbers takes a slow phone a tenth of a second; until the app is here it has nothing else to do.
  const manner = `${document.documentElement.lang}-${/"code":"([A-Z]{2})"/.exec(root)?.[1] ?? '001'}`
  new Intl.DateTimeFormat(manner, { weekday: 'long', day: 'numeric', month: 'long' }).format()
  new Intl.NumberFormat(manner).format(0.5)
  // What no one took by then is too old to be shown.
  setTimeout(() => window.earlyAnswers?.clear(), 15_000)
}
