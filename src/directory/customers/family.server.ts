import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure } from '#kernel/failure.ts'
import type { Customer, Family } from './customer.contract.ts'
import { customerDue } from './customer.guards.ts'
import { familyLimit, relationOf } from './family.rules.ts'

type Person = Pick<Customer, 'id' | 'firstName' | 'lastName' | 'phone' | 'guardianPhone' | 'email' | 'dob'> & { owes: number }

/** The customer and, in this order, those who share a phone, a guardian's phone or an e-mail; one more than a family may have. */
async function peopleOf({ trx, call, vendorId }: TenantContext, id: string): Promise<Person[]> {
  const owes = expressionOf({ app: call.app, vendorId }, customerDue, sql.ref('c.id'))
  // Each part reads an index of its own.
  const { rows } = await sql<Person>`
    with "own" as (
      select array_remove(array["phone", "guardianPhone"], '') as "phones", "emailKey"
      from "customers" where "vendorId" = ${vendorId} and "id" = ${id}
    ), "found" as (
      select ${id}::uuid as "id"
      union select o."id" from "customers" o where o."vendorId" = ${vendorId} and o."phone" <> ''
        and o."phone" = any((select "phones" from "own")::text[])
      union select o."id" from "customers" o where o."vendorId" = ${vendorId} and o."guardianPhone" <> ''
        and o."guardianPhone" = any((select "phones" from "own")::text[])
      union select o."id" from "customers" o where o."vendorId" = ${vendorId} and o."emailKey" <> ''
        and o."emailKey" = (select "emailKey" from "own")
    )
    select c."id", c."firstName", c."lastName", c."phone", c."guardianPhone", c."email", c."dob", ${owes} as "owes" from "customers" c
    where c."vendorId" = ${vendorId} and c."id" = any(array(select "id" from "found")) and (c."id" = ${id} or c."state" <> 'archived')
    order by c."id" <> ${id}, c."firstName", c."lastName", c."id" limit ${familyLimit + 2}`.execute(trx)
  return rows
}

/** The family of a customer, derived from shared phones and e-mails. @throws document/not-found */
export async function readFamily(ctx: TenantContext, { id }: { id: string }): Promise<Family> {
  const [own, ...others] = await peopleOf(ctx, id)
  if (own?.id !== id) throw failure('document/not-found')
  const today = await ctx.today()
  const people = others.length > familyLimit ? [] : others
  return {
    people: people.map((person) => ({
      id: person.id,
      firstName: person.firstName,
      lastName: person.lastName,
      relation: relationOf(own, person, today),
      owes: person.owes,
    })),
    owes: own.owes,
    total: people.reduce((sum, { owes }) => sum + owes, own.owes),
    ...(await currencyOf(ctx.trx, ctx.vendorId)),
  }
}
