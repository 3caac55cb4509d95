import { sql } from 'kysely'
import { auditMoney, currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { PayRule, PayRules, PayRuleInput } from './pay-rule.contract.ts'
import { addRule, lastClosedDay, openDay, firstOpenDay, storedRules, storeFormerRate } from './rates.server.ts'

/** Every rule of a trainer, latest day first, of a day the newest first. */
async function rulesOf({ trx, vendorId }: TenantContext, trainer: string, exponent: number): Promise<PayRule[]> {
  const { rows } = await sql<PayRule>`
    select nullif(s."fromDay", '-infinity'::date) as "from", s."service", s."unit",
      coalesce(s."amount", s."cost"::bigint * ${10 ** exponent}::bigint) as "amount", s."share", s."minimum", s."maximum", s."setAt",
      s."number" < max(s."number") over (partition by s."service", s."fromDay") as "isReplaced"
    from ${storedRules(vendorId)} s where s."trainer" = ${trainer} order by s."fromDay" desc, s."number" desc`.execute(trx)
  return rows
}

/** A trainer's past, present and coming rules, including replaced ones. @throws document/not-found */
export async function readPayRules(ctx: TenantContext, { trainer }: { trainer: string }): Promise<PayRules> {
  const today = await ctx.today()
  const { currency, exponent } = await currencyOf(ctx.trx, ctx.vendorId)
  const rules = await rulesOf(ctx, trainer, exponent)
  if (rules.length === 0) throw failure('document/not-found')
  return { trainer, today, openFrom: firstOpenDay(await lastClosedDay(ctx)), currency, exponent, rules }
}

const terms = ['unit', 'amount', 'share', 'minimum', 'maximum'] as const

/** What a rule pays, without its day. */
const termsOf = (rule: PayRule) => Object.fromEntries(terms.map((name) => [name, rule[name]]))

/** The columns of a rule: whole currency units for each session of every service, without limits, are the trainer's cost. */
function columnsOf({ unit, service, amount, share, minimum, maximum }: PayRuleInput, exponent: number) {
  const units = (amount ?? 0) / 10 ** exponent
  const isPlain = unit === 'session' && service === undefined && minimum === undefined && maximum === undefined
  const isCost = isPlain && Number.isInteger(units) && units <= 1_000_000
  return {
    unit,
    service: service ?? null,
    cost: isCost ? units : null,
    amount: isCost ? null : (amount ?? null),
    share: share ?? null,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
  }
}

/**
 * Sets what pays a trainer's sessions from a day on, for one service or for all without a rule; earlier days, and those
 * of a rule that begins later, are unaffected. A rule of the same day and service is replaced; the same again changes nothing.
 * @throws document/not-found; trainers.costFrom.closed at `from` in a closed month; trainers.rule.service.required for an unknown service
 */
export async function setPayRule(ctx: TenantContext, input: PayRuleInput): Promise<PayRule> {
  const { trx, call, vendorId } = ctx
  const { trainer, service = null } = input
  const fromDay = await openDay(trx, call, input.from, 'from')
  const row = await trx
    .selectFrom('trainers')
    .select(['id', 'createdAt', 'updatedAt'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', trainer)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw failure('document/not-found')
  if (service !== null) {
    const known = await trx
      .selectFrom('services')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('id', '=', service)
      .executeTakeFirst()
    if (!known) throw fieldFailure('service', 'trainers.rule.service.required')
  }
  const { exponent } = await currencyOf(trx, vendorId)
  await storeFormerRate(trx, vendorId, row)
  const counting = async () => (await rulesOf(ctx, trainer, exponent)).filter((rule) => rule.service === service && !rule.isReplaced)
  const before = (await counting()).find(({ from }) => from === null || from <= fromDay)
  if (before?.from === fromDay && terms.every((name) => before[name] === (input[name] ?? null))) return before
  await addRule(trx, call, row, { ...columnsOf(input, exponent), fromDay })
  const after = (await counting()).find(({ from }) => from === fromDay)
  if (!after) throw new Error('The rule that was stored is not found')
  await auditMoney(trx, call, {
    action: 'setRule',
    entity: 'trainer',
    target: trainer,
    before: before ? termsOf(before) : null,
    after: { ...termsOf(after), service, costFrom: fromDay },
  })
  return after
}
