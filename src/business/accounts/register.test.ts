import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/owner-role.ts'
import { goodPassword, testApp, type TestApp } from '../../../test/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const spellings = ['Twin@example.com', 'twin@example.com', ' twin@EXAMPLE.com', 'TWIN@EXAMPLE.COM']

/** Twenty concurrent registrations of one e-mail in four spellings, from as many addresses. */
function twenty(): Promise<string[]> {
  return Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app
        .browser()
        .calls.accounts.register({
          email: spellings[index % 4] ?? '',
          country: 'AE',
          password: goodPassword,
          confirmPassword: goodPassword,
          acceptTerms: true,
        })
        .then(
          () => 'accepted',
          (error: { code: string }) => error.code,
        ),
    ),
  )
}

const times = (answers: string[], wanted: string) => answers.filter((answer) => answer === wanted).length

/** What registrations have written, counted over all vendors. */
async function written(): Promise<Record<string, number>> {
  const { rows } = await asOwner(app.app.db, (owner) =>
    sql<Record<string, number>>`
      select (select count(*)::int from "users") as users,
             (select count(*)::int from "members") as members,
             (select count(*)::int from "vendorPlans") as plans,
             (select count(*)::int from "merchants") as merchants,
             (select count(*)::int from "audit") as audit,
             (select count(*)::int from "merchants" join "members" using ("vendorId") join "vendorPlans" using ("vendorId")
               join "users" on "users"."id" = "members"."userId" and "users"."id" = "merchants"."uid") as whole`.execute(owner),
  )
  return rows[0] ?? {}
}

const nothing = { users: 0, members: 0, plans: 0, merchants: 0, audit: 0, whole: 0 }
const one = { users: 1, members: 1, plans: 1, merchants: 1, audit: 1, whole: 1 }

/** Makes the first inserts into `merchants` fail, which come after the user's. */
async function failMerchants(first: number): Promise<void> {
  await asOwner(app.app.db, async (owner) => {
    // A sequence is not rolled back, so its count survives the failures.
    await sql`create sequence "injectedCount"`.execute(owner)
    await sql
      .raw(
        `create function "injectFailure"() returns trigger language plpgsql security definer as $$
         begin if nextval('public."injectedCount"') <= ${first} then raise exception 'injected'; end if; return new; end $$`,
      )
      .execute(owner)
    await sql`create trigger "injected" before insert on "merchants" for each row execute function "injectFailure"()`.execute(owner)
  })
}

async function mendMerchants(): Promise<void> {
  await asOwner(app.app.db, async (owner) => {
    await sql`drop trigger "injected" on "merchants"`.execute(owner)
    await sql`drop function "injectFailure"()`.execute(owner)
    await sql`drop sequence "injectedCount"`.execute(owner)
  })
}

test('A6 twenty at once in four spellings make one account and one merchant', async () => {
  const answers = await twenty()
  expect([times(answers, 'accepted'), times(answers, 'auth/email-already-in-use')]).toEqual([1, 19])
  expect(await written()).toEqual(one)
})

test('A6 twenty at once of which each fails after its user was written leave nothing, and the e-mail stays free', async () => {
  await failMerchants(20)
  const failed = await twenty()
  expect(times(failed, 'server/error')).toBe(20)
  expect(await written()).toEqual(nothing)
  await mendMerchants()
  app.clock.advance(2 * 60 * 60_000)
  expect(times(await twenty(), 'accepted')).toBe(1)
  expect(await written()).toEqual(one)
})

test('A6 when seven of twenty fail after their user was written, exactly one of the others gets the account', async () => {
  await failMerchants(7)
  const answers = await twenty()
  expect([times(answers, 'server/error'), times(answers, 'accepted'), times(answers, 'auth/email-already-in-use')]).toEqual([7, 1, 12])
  expect(await written()).toEqual(one)
  await mendMerchants()
})
