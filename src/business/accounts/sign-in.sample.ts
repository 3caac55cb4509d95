import { failures } from '#lib/failures.ts'

/** The status for a password that was checked and is wrong. */
export const wrongPassword = failures['auth/invalid-credential']

/** A different IPv4 address for each of 65,536 numbers. */
export const v4 = (index: number) => `192.0.${index >> 8}.${index & 255}`

/** The outcome of a call: `accepted`, or the code of its refusal. */
export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

/** A sign-in with a wrong password over HTTP, at a different account for each number, with a forwarded address. */
export async function attemptSignIn(base: string, index: number, forwardedFor: string): Promise<Response> {
  const answer = await fetch(`${base}/rpc/accounts/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ json: { email: `spray${index}@example.com`, password: 'wrong-password' } }),
  })
  await answer.arrayBuffer()
  return answer
}
