/**
 * The first script of the shell, a few hundred bytes without imports: it shows the frame and requests the data of
 * the first screen while the app itself is still loading. `web/client.ts` picks up the answers by address and body,
 * so a call that a screen no longer makes is only wasted; e2e/first-load.e2e.ts checks that none is.
 */
export type EarlyCall = [call: string, input?: Record<string, unknown>]

const everywhere: EarlyCall[] = [['plans/current'], ['setup/progress'], ['setup/vendor']]
const home: EarlyCall[] = [['home/today']]
const member: EarlyCall[] = [['accounts/session']]

function stored(): string {
  try {
    return localStorage.getItem('root') ?? ''
  } catch {
    return ''
  }
}

/** Reads the full body up front, so that the app does not wait for it. */
async function ask(address: string, body: string): Promise<Response> {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return new Response(await answer.text(), answer)
}

/** Tells the server the window's width: it draws the next page for it. */
function storeWidth(): void {
  document.cookie = `width=${window.innerWidth}; Path=/; Max-Age=31536000; SameSite=Lax`
}

// A stored frame, which is shown without a connection, was read without cookies.
if (document.cookie.includes('theme=light')) document.documentElement.dataset['theme'] = 'light'

const root = stored()
if (root.includes('"token":"signed-in"')) {
  storeWidth()
  window.addEventListener('resize', storeWidth)
  // Skipped if the server put the answers into the page, or if the app loaded before this script and makes its own calls.
  const asks =
    document.querySelector('#first-answers') || window.earlyAnswers
      ? []
      : [...everywhere, ...(window.location.pathname === '/rankings/tv' ? [] : member), ...(window.location.pathname === '/' ? home : [])]
  window.earlyAnswers = new Map(
    asks.map(([call, input]) => {
      const [address, body] = [`/rpc/${call}`, JSON.stringify({ json: input })]
      const answer = ask(address, body)
      // The call that picks up the answer handles its failure; an unused one must not cause an unhandled rejection.
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
  // Loading the date and number tables takes 100 ms on a slow phone; until the app arrives there is nothing else to do.
  const manner = `${document.documentElement.lang}-${/"code":"([A-Z]{2})"/.exec(root)?.[1] ?? '001'}`
  new Intl.DateTimeFormat(manner, { weekday: 'long', day: 'numeric', month: 'long' }).format()
  new Intl.NumberFormat(manner).format(0.5)
  // Answers still unused by then are too old to show.
  setTimeout(() => window.earlyAnswers?.clear(), 15_000)
}
