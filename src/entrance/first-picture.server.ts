import { createRouterClient } from '@orpc/server'
import { router } from './router.ts'
import type { Role } from '#lib/roles.ts'
import { firstAnswersId, memberCookie, type FirstAnswers } from '#lib/first-answers.ts'
import { readSignInSession } from '#business/accounts/authenticate.server.ts'
import type { Call } from '#kernel/base.ts'
import { describeError } from '#kernel/log.ts'
import type { Language } from '#kernel/texts.ts'

/** What the build makes of app/first-picture.tsx. */
type Drawing = { drawHome: (language: Language, role: Role, answers: FirstAnswers) => Promise<string> }

/** How long the page waits for its figures, in milliseconds; without them it comes as everybody's frame. */
const patience = 300

const built = new URL('../../dist/server/first-picture.js', import.meta.url)

/** What Home and its frame ask for, as the member's own calls answer it; what the member may not see is left out. */
async function answersTo(call: Call): Promise<FirstAnswers> {
  const client = createRouterClient(router, { context: call })
  const asked: [address: string, answer: Promise<unknown>][] = [
    ['accounts/session', client.accounts.session()],
    ['plans/current', client.plans.current()],
    ['setup/progress', client.setup.progress()],
    ['setup/vendor', client.setup.vendor()],
    ['home/today', client.home.today()],
    ['home/revenue', client.home.revenue()],
  ]
  const settled = await Promise.allSettled(asked.map(([, answer]) => answer))
  return Object.fromEntries(asked.flatMap(([address], at) => (settled[at]?.status === 'fulfilled' ? [[address, settled[at].value]] : [])))
}

/** The strict policy takes no style attributes: what stands in them becomes rules under the page's nonce. */
export function withStyleRules(html: string, nonce: string): string {
  const rules: string[] = []
  const body = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!/^[\w\s:;,.%()-]*$/.test(style)) return ''
    rules.push(`[data-at="${rules.length}"]{${style}}`)
    return ` data-at="${rules.length - 1}"`
  })
  return `<style nonce="${nonce}">${rules.join('')}</style>${body}`
}

/**
 * Home with the member's own day and the answers that it was drawn from, both as HTML; null where the
 * session and the browser do not name the same member, or where it takes too long.
 */
export async function firstPicture(call: Call, nonce: string): Promise<{ answers: string; picture: string } | null> {
  const named = call.cookies[memberCookie]
  if (!named) return null
  const draw = async () => {
    const session = await readSignInSession(call)
    if (session?.userId !== named) return null
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- what the build made is there only while it runs
    const drawing: Promise<Drawing> = import(built.href)
    const [answers, { drawHome }] = await Promise.all([answersTo({ ...call, session }), drawing])
    const text = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
    return {
      answers: `<script type="application/json" id="${firstAnswersId}">${text}</script>`,
      picture: withStyleRules(await drawHome(call.language, session.role, answers), nonce),
    }
  }
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null).unref())
  return Promise.race([draw(), late]).catch((error: unknown) => {
    call.app.log.error('Home could not be drawn', { requestId: call.requestId, ...describeError(error) })
    return null
  })
}
