import { client, demoPassword, mailedSecret, type Office } from './office.ts'
import type { Premises } from './premises.ts'

/** Invites everyone who signs in besides the owner; each accepts the same day, and signs in. */
export async function gather(office: Office, { trainers }: Premises): Promise<void> {
  const { app, business, calls, pass } = office
  for (const { email, role, trainer } of business.team) {
    pass()
    // The owner's last sign-in no longer counts as recent, nor on some days does what was confirmed for the first of them.
    await calls.accounts.confirmPassword({ password: demoPassword })
    await calls.team.invite({ email, role, trainer: trainer === null ? null : (trainers[trainer] ?? null), language: business.language })
    const token = await mailedSecret(office)
    pass()
    const member = client(app, business.language, '192.0.2.9')
    await member.team.accept({ token, password: demoPassword, confirmPassword: demoPassword })
    await member.accounts.signIn({ email, password: demoPassword })
  }
}
