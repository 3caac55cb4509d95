import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { api } from './accounts.client.ts'
import type { Assertion, NewPasskey } from './passkey.contract.ts'

/** What became of the browser's dialog: `closed` where its reader dismissed it, let it expire or had nothing to choose. */
type Outcome<Answer> = { answer: Answer } | 'closed' | 'exists' | 'failed'

async function outcomeOf<Answer>(dialog: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await dialog() }
  } catch (error) {
    // Browsers say no more of it, so that a page can't learn which passkeys someone has.
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return 'closed'
    return error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'exists' : 'failed'
  }
}

/** Has the browser create a passkey for the signed-in member. @throws the server's refusal, such as to ask for the password again */
export async function createPasskey(): Promise<Outcome<Omit<NewPasskey, 'name'>>> {
  const optionsJSON = await api.accounts.beginPasskey()
  return outcomeOf(async () => {
    const { id, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { credential: id, clientDataJSON, attestationObject, transports }
  })
}

/** Has the browser sign a challenge with a passkey that its reader chooses. @throws the server's refusal */
export async function signWithPasskey(): Promise<Outcome<Assertion>> {
  const optionsJSON = await api.accounts.beginPasskeySignIn()
  return outcomeOf(async () => {
    const { id, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
    return { credential: id, clientDataJSON, authenticatorData, signature, userHandle }
  })
}
