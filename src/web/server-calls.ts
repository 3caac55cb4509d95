import { createORPCClient, createORPCErrorFromJson, isORPCErrorJson, type ClientLink } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { fieldsOf } from '#lib/choices.ts'
import { failureOf } from './call-failure.ts'

/** Notified of every answer that reports the end of the session. */
export const sessionEnded = new EventTarget()

/** Notified of every write refused because the trial is over. */
export const trialEnded = new EventTarget()

/** Notified of every call refused because the member's or the owner's email address is not verified. */
export const verificationRequired = new EventTarget()

declare global {
  interface Window {
    /** Pending answers to calls that the page made before the app had loaded (app/early.ts), by address and body. */
    earlyAnswers?: Map<string, Promise<Response>>
  }
}

// Once loaded, the app makes its own calls: an early answer that arrived later could be read after a change, and be stale.
if (typeof window !== 'undefined') window.earlyAnswers ??= new Map()

/** Called before changed data is refetched: an answer requested before the change must not pass for its result. */
export function dropEarlyAnswers(): void {
  if (typeof window !== 'undefined') window.earlyAnswers?.clear()
}

type Link = ClientLink<object>

/** Uses an early answer if there is one, once; any other or repeated call goes to the server. */
async function fetchOrTake(address: string, init: RequestInit & { body: string }): Promise<Response> {
  const early = window.earlyAnswers
  const key = address + init.body
  const answer = early?.get(key)
  early?.delete(key)
  const ask = () => fetch(new Request(window.location.origin + address, init))
  return answer ? answer.catch(ask) : ask()
}

/**
 * Makes a call whose input and answer are JSON. The library's own client can do more, and is a twentieth of the first load.
 * @throws ORPCError for a refusal, TypeError if the server can't be reached
 */
const post: Link['call'] = async (path, input, { signal }) => {
  const answer = await fetchOrTake(`/rpc/${path.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
    redirect: 'manual',
    ...(signal && { signal }),
  })
  const said: unknown = await answer.json().catch(() => null)
  const { json } = fieldsOf(said)
  // An answer that broke off on its way is none.
  if (answer.ok && said !== null) return json
  throw isORPCErrorJson(json) ? createORPCErrorFromJson(json) : new Error(`An answer with status ${answer.status} is not the server's own`)
}

/** The calls whose input or answer is not JSON: a file, and a stream of events. */
export const beyondJson: readonly string[] = ['images.upload', 'challenges.watch']

/** Loads what makes those calls: the library's own client. */
async function loadLink(): Promise<Link> {
  const { RPCLink } = await import('@orpc/client/fetch')
  return new RPCLink({ url: `${window.location.origin}/rpc` })
}

const link: Link = {
  async call(path, input, options) {
    try {
      if (!beyondJson.includes(path.join('.'))) return await post(path, input, options)
      const full = await loadLink()
      return await full.call(path, input, options)
    } catch (error) {
      const { code } = failureOf(error)
      if (code === 'auth/session-expired') sessionEnded.dispatchEvent(new Event('ended'))
      if (code === 'plan/trial-expired') trialEnded.dispatchEvent(new Event('ended'))
      if (code === 'auth/email-unverified') verificationRequired.dispatchEvent(new Event('required'))
      throw error
    }
  },
}

/** What makes the calls: requests of the browser, or while the server draws a screen, its own member's calls (app/first-picture.tsx). */
export const caller: { by: Pick<Link, 'call'> } = { by: link }

/** Sends the calls of some contracts to the server; tests stub the answers here. */
export const callsOf = <Contracts extends AnyContractRouter>(): ContractRouterClient<Contracts> =>
  createORPCClient({ call: (...asked) => caller.by.call(...asked) })
