import { AsyncLocalStorage } from 'node:async_hooks'
import { call as answerOf, getRouter, isProcedure } from '@orpc/server'
import { policies } from './policy.ts'
import { router } from './router.ts'
import { hasKey } from '#lib/choices.ts'
import type { Role } from '#lib/roles.ts'
import { firstAnswersId, memberCookie, widthCookie, type FirstAnswers } from '#lib/first-answers.ts'
import { listLooksCookie, looksOf, type ListLooks } from '#lib/list-looks.ts'
import { readSignInSession } from '#business/accounts/authenticate.server.ts'
import type { Call, SignedIn } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { isLaneFree } from '#kernel/lanes.ts'
import { describeError } from '#kernel/log.ts'
import type { Language } from '#kernel/texts.ts'

type DrawnCall = (path: readonly string[], input: unknown) => Promise<unknown>
type Asked = { language: Language; role: Role; address: string; width: number | null; lists: ListLooks; late: AbortSignal }

/** The build's output for app/first-picture.tsx. */
type Drawing = {
  callBy: (call: DrawnCall) => void
  drawScreen: (asked: Asked) => Promise<{ html: string; answers: FirstAnswers }>
}

/** How long after its answers a page waits for its drawing, in milliseconds; after that it is sent with the generic frame. */
const drawingWait = 50

/** Screens that are drawn at once; more are sent with the generic frame, since drawing keeps the process busy. */
const mostAtOnce = 8
let running = 0
/** The members for whom a screen is being drawn: one each, or one member could keep all others from it. */
const drawnFor = new Set<string>()

const built = new URL('../../dist/server/first-picture.js', import.meta.url)

/** Whose calls a screen that is being drawn makes. */
const asMember = new AsyncLocalStorage<DrawnCall>()

let loaded: Promise<Drawing> | undefined
async function loadDrawing(): Promise<Drawing> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- what the build made is there only while it runs
  const drawing: Drawing = await import(built.href)
  drawing.callBy(async (path, input) => {
    const call = asMember.getStore()
    if (!call) throw failure('permission/denied')
    return call(path, input)
  })
  return drawing
}

/**
 * Makes a member's calls by their paths: reads only, since opening a page must not change anything, and costly ones only where none
 * of the business is running, since the app asks again for what comes too late.
 */
function callsAs(context: Call, vendorId: string, signal: AbortSignal): DrawnCall {
  const mayReport = isLaneFree(vendorId)
  return async (path, input) => {
    const name = path.join('.')
    const procedure = getRouter(router, path)
    if (!isProcedure(procedure) || !hasKey(policies, name) || policies[name].writes !== 'nothing') throw failure('permission/denied')
    if (policies[name].costly && !mayReport) throw failure('server/unavailable')
    const answer: unknown = await answerOf(procedure, input, { context, path, signal })
    return answer
  }
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

const widthOf = (text = ''): number | null => (/^\d{2,5}$/.test(text) ? Number(text) : null)

async function draw(call: Call, address: string, nonce: string, late: AbortSignal) {
  const session = await readSignInSession(call)
  if (!session || session.userId !== call.cookies[memberCookie] || drawnFor.has(session.userId)) return null
  drawnFor.add(session.userId)
  try {
    return await drawAs(session, call, address, nonce, late)
  } finally {
    drawnFor.delete(session.userId)
  }
}

async function drawAs(session: SignedIn, call: Call, address: string, nonce: string, late: AbortSignal) {
  loaded ??= loadDrawing()
  const { drawScreen } = await loaded
  const width = widthOf(call.cookies[widthCookie])
  const lists = looksOf(call.cookies[listLooksCookie] ?? '', session.userId)
  const { html, answers } = await asMember.run(callsAs({ ...call, session }, session.vendorId, late), async () =>
    drawScreen({ language: call.language, role: session.role, address, width, lists, late }),
  )
  // The frame of anyone asks for the first answers itself.
  if (answers.length === 0) return null
  const text = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
  return {
    answers: `<script type="application/json" id="${firstAnswersId}">${text}</script>`,
    picture: withStyleRules(html, nonce),
  }
}

/**
 * A screen rendered with the member's own rows, and the answers it was rendered from, both as HTML; null if
 * the session and the browser name different members, if it takes too long, or while many others are being drawn.
 * @param address the screen's address with its search parameters
 */
export async function firstPicture(call: Call, address: string, nonce: string): Promise<{ answers: string; picture: string } | null> {
  if (!call.cookies[memberCookie] || running >= mostAtOnce) return null
  const { pageWait } = call.app.config
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, pageWait + drawingWait, null).unref())
  running += 1
  const drawn = draw(call, address, nonce, AbortSignal.timeout(pageWait))
    .catch((error: unknown) => {
      call.app.log.error('A screen could not be drawn', { requestId: call.requestId, ...describeError(error) })
      return null
    })
    .finally(() => (running -= 1))
  return Promise.race([drawn, tooLate])
}
