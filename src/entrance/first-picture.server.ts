import { createRouterClient } from '@orpc/server'
import { router } from './router.ts'
import type { Role } from '#lib/roles.ts'
import { firstAnswersId, memberCookie, type FirstAnswers } from '#lib/first-answers.ts'
import { readSignInSession } from '#business/accounts/authenticate.server.ts'
import type { Call } from '#kernel/base.ts'
import { describeError } from '#kernel/log.ts'
import type { Language } from '#kernel/texts.ts'

/** The build's output for app/first-picture.tsx. */
type Drawing = { drawHome: (language: Language, role: Role, answers: FirstAnswers) => Promise<string> }

/** How long the page waits for its figures, in milliseconds; after that it is sent with the generic frame. */
const patience = 300

const built = new URL('../../dist/server/first-picture.js', import.meta.url)

/** The data of Home and its frame, read by the member's own calls; calls that the member may not make are omitted. */
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

/** Moves inline styles into rules under the page's nonce, because the strict CSP refuses style attributes. */
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
 * Home rendered with the member's own day, and the answers it was rendered from, both as HTML; null if
 * the session and the browser name different members, or if it takes too long.
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
