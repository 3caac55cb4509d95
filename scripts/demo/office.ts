import { ORPCError, createRouterClient, type RouterClient } from '@orpc/server'
import { Temporal } from 'temporal-polyfill'
import type { Language } from '#lib/manner.ts'
import { router } from '#entrance/router.ts'
import { platform } from '#db/tenant.ts'
import type { Call } from '#kernel/base.ts'
import type { App } from '#kernel/app.ts'
import { answerFor } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import type { Business } from './business.ts'
import type { Random } from './random.ts'

/** The password of every demo account. It is no secret: the demo refuses to run in production. */
export const demoPassword = 'Whistle-Court-and-Pool-27'

/** The clock of the demo, which is moved through the year. */
export type Clock = { now: number }

/** A vendor's owner at work: makes calls as the screens do, at the clock's time. */
export type Office = {
  app: App
  business: Business
  random: Random
  vendorId: string
  userId: string
  calls: RouterClient<typeof router>
  /** Sets the clock to a wall-clock time where the business is; never backwards. */
  at(day: string, time: string): void
  /** Advances the clock by some minutes. */
  pass(): void
}

/** A user's browser at an address, in a language. */
export function client(app: App, language: Language, ip: string): RouterClient<typeof router> {
  const cookies: Record<string, string> = {}
  return createRouterClient(router, {
    context: (): Call => ({
      app,
      requestId: newId(app.now()),
      ip,
      browser: 'demo',
      origin: '',
      site: '',
      language,
      cookies: { ...cookies },
      setHeader(name, value) {
        if (name.toLowerCase() !== 'set-cookie') return
        const [pair = ''] = value.split(';')
        cookies[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
      },
      session: null,
    }),
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          throw answerFor(error).error
        }
      },
    ],
  })
}

/** Registers an account. */
export async function register(
  app: App,
  email: string,
  country: string,
  language: Language,
  ip: string,
): Promise<RouterClient<typeof router>> {
  const calls = client(app, language, ip)
  await calls.accounts.register({ email, country, password: demoPassword, confirmPassword: demoPassword, acceptTerms: true })
  return calls
}

/**
 * Registers a vendor, extends its owner's session to a given moment, and changes its plan: its trial of
 * 30 days would have ended long ago.
 */
export async function openOffice(app: App, clock: Clock, business: Business, random: Random, until: number): Promise<Office> {
  const { email, country, language, zone } = business
  const calls = await register(app, email, country, language, language === 'ar' ? '198.51.100.7' : '203.0.113.7')
  await calls.accounts.signIn({ email, password: demoPassword })
  await calls.accounts.sendEmailCode()
  await calls.accounts.verifyEmail({ otp: /\b\d{6}\b/.exec(await lastMail(app))?.[0] ?? '' })
  const { vendorId, userId } = await calls.accounts.session()
  await calls.plans.change({ plan: business.plan, version: (await calls.plans.current()).version })
  // A session lasts a day; the demo's owner works through the year in one.
  await platform(app.db, (trx) =>
    trx
      .updateTable('sessions')
      .set({ expiresAt: new Date(until + 86_400_000).toISOString() })
      .where('userId', '=', userId)
      .execute(),
  )
  return {
    app,
    business,
    random,
    vendorId,
    userId,
    calls,
    at(day, time) {
      clock.now = Math.max(clock.now, Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds)
    },
    pass() {
      clock.now += random.between(20, 200) * 1000
    },
  }
}

/** The text of the last email, as its reader sees it. */
async function lastMail(app: App): Promise<string> {
  const { payload } = await platform(app.db, (trx) =>
    trx
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  return (JSON.parse(app.secrets.open(payload)) as JobKinds['mail']).text
}

/** The secret in the last link that was emailed. */
export async function mailedSecret({ app }: Pick<Office, 'app'>): Promise<string> {
  return /\/(?:quote|invite)\?[^\s#]*#([\w-]{43})/.exec(await lastMail(app))?.[1] ?? ''
}

const expected = new Set(['request/invalid', 'batch/full', 'enrolment/state', 'sale/state', 'document/not-found'])

/** Returns the result of a call, or null if the product's rules refuse it, as happens a few times a year. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ORPCError && expected.has(error.code)) return null
    throw error
  }
}
