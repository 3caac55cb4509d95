import { parseArgs } from 'node:util'
import { hasKey } from '#lib/choices.ts'
import { tenant } from '#db/tenant.ts'
import { listAlarms } from '#kernel/alarms.ts'
import { acceptSecret } from '#kernel/installation.ts'
import { requestSecondFactorReset } from '#business/accounts/second-factor-reset.server.ts'
import { saleChannels } from '#money/sales/sale.contract.ts'
import { isDay } from '#lib/days.ts'
import { amountText } from '#lib/digits.ts'
import type { App } from '#kernel/app.ts'
import { runAs } from '#kernel/context.ts'
import { readAccounts } from './payout-account.server.ts'
import { setCommissionRate } from '#money/sales/commission.server.ts'
import { createPayout, markFailed, markPaid, processPayout, retryPayout } from './payout.actions.server.ts'
import type { PayoutDetail } from './payout.contract.ts'
import { readSummary } from './payout.row.server.ts'

/** The error of an invalid command. */
export class Usage extends Error {}

export const usage = `npm run operator -- <command>
  alarms                                               the newest: guessing, spraying, accounts tried up to their limit, a clock that jumped, a broken chain
  second-factor reset <e-mail>                         ends a lost second factor 48 hours later, and tells its holder
  secret replace                                       accepts this SECRET_KEY or secret.key in place of a lost one
  vendors                                              every vendor with what stands at the marketplace
  rate <vendor> <channel> <percent> <from>             a commission of its own from a day on, such as 12.5 2027-01-01
  payouts create --until <day> [--vendor <id>]         a payout for each vendor, or for one
  payouts list [--vendor <id>]                         payouts that are not paid yet
  payouts process <id>                                 the bank was asked to pay; prints the account to pay to
  payouts paid <id> --reference <text>                 the money has arrived
  payouts failed <id> --reason <text>                  the money came back
  payouts retry <id>                                   a failed one once more`

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function vendorIds({ db }: App): Promise<string[]> {
  const rows = await db.kysely.selectFrom('vendorPlans').select('vendorId').orderBy('vendorId').execute()
  return rows.map(({ vendorId }) => vendorId)
}

async function chosen(app: App, vendor: string | undefined): Promise<string[]> {
  const all = await vendorIds(app)
  if (vendor === undefined) return all
  if (!all.includes(vendor)) throw new Usage(`There is no vendor ${vendor}`)
  return [vendor]
}

type Amounts = { currency: string; exponent: number }
const money = (minor: number, { currency, exponent }: Amounts) => `${currency} ${amountText(minor, exponent)}`

const payoutLine = (vendorId: string, { id, fromDay, toDay, net, state, ...amounts }: PayoutDetail) =>
  `${id}  ${vendorId}  ${fromDay} to ${toDay}  ${money(net, amounts)}  ${state}`

function listVendors(app: App, ids: string[]): Promise<string[]> {
  return inTurn(ids, (vendorId) =>
    tenant(app.db, vendorId, async (trx) => {
      const { name } = await trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
      return name
    }).then((name) =>
      runAs(app, 'operator', vendorId, async (ctx) => {
        const summary = await readSummary(ctx)
        const { available, underWay, failed, account, coming } = summary
        const bank = account ? 'account set' : coming ? `account counts from ${coming.countsFrom}` : 'no account'
        const sums = `available ${money(available, summary)}  on its way ${money(underWay, summary)}  failed ${money(failed, summary)}`
        return [`${vendorId}  ${name || '–'}  ${sums}  ${bank}`]
      }),
    ),
  )
}

async function inTurn(ids: string[], work: (vendorId: string) => Promise<string[]>): Promise<string[]> {
  const lines: string[] = []
  for (const id of ids) lines.push(...(await work(id)))
  return lines
}

/** A percentage as typed, in hundredths of a percent. */
function rateIn(typed: string): number {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(typed) || Number(typed) > 100)
    throw new Usage(`${typed} is no percentage from 0 to 100, such as 12.5`)
  return Math.round(Number(typed) * 100)
}

function dayOf(typed: string | undefined, what: string): string {
  if (!isDay(typed)) throw new Usage(`${what} must be a day such as 2027-01-01`)
  return typed
}

async function rate(app: App, [vendor = '', channel = '', percent = '', from]: string[]): Promise<string[]> {
  const known = saleChannels.find((name) => name === channel)
  if (!known) throw new Usage(`The channel must be one of ${saleChannels.join(', ')}`)
  const input = { channel: known, rate: rateIn(percent), validFrom: dayOf(from, 'from') }
  const [vendorId = ''] = await chosen(app, vendor)
  const { rule } = await runAs(app, 'operator', vendorId, (ctx) => setCommissionRate(ctx, input))
  return [rule || `${channel}: no commission since ${input.validFrom}`]
}

function create(app: App, ids: string[], until: string): Promise<string[]> {
  return inTurn(ids, (vendorId) =>
    runAs(app, 'operator', vendorId, async (ctx) => {
      const created = await createPayout(ctx, { until })
      if (!('waits' in created)) return [payoutLine(vendorId, created)]
      const { waits, available } = created
      if (waits === 'account') return [`${vendorId}  waits for a bank account that counts: ${money(available, created)}`]
      return available === 0 && ids.length > 1 ? [] : [`${vendorId}  nothing to pay out, carries forward ${money(available, created)}`]
    }),
  )
}

function unpaid(app: App, ids: string[]): Promise<string[]> {
  return inTurn(ids, (vendorId) =>
    tenant(app.db, vendorId, async (trx) => {
      const rows = await trx
        .selectFrom('payouts')
        .select(['id', 'fromDay', 'toDay', 'currency', 'net', 'state', 'failureReason'])
        .where('vendorId', '=', vendorId)
        .where('state', '<>', 'paid')
        .orderBy('toDay')
        .execute()
      return rows.map(({ id, fromDay, toDay, currency, net, state, failureReason }) =>
        `${id}  ${vendorId}  ${fromDay} to ${toDay}  ${net} minor units of ${currency}  ${state}  ${failureReason ?? ''}`.trimEnd(),
      )
    }),
  )
}

/** The vendor of a payout. Only a vendor itself sees its payouts, so each vendor is queried. */
async function vendorOf(app: App, id: string): Promise<string> {
  if (!uuid.test(id)) throw new Usage('Name a payout by its id, as payouts list shows it')
  for (const vendorId of await vendorIds(app)) {
    const found = await tenant(app.db, vendorId, (trx) =>
      trx.selectFrom('payouts').select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst(),
    )
    if (found) return vendorId
  }
  throw new Usage(`There is no payout ${id}`)
}

function words(text: string | undefined, option: string, most: number): string {
  const given = text?.trim() ?? ''
  if (given === '' || given.length > most) throw new Usage(`--${option} must have 1 to ${most} characters`)
  return given
}

async function secondFactor(app: App, [step, email]: string[]): Promise<string[]> {
  if (step !== 'reset' || email === undefined) throw new Usage(usage)
  const lines = await requestSecondFactorReset(app, email)
  if (!lines) throw new Usage(`No account of ${email} has a second factor`)
  return lines
}

async function secret(app: App, [step]: string[]): Promise<string[]> {
  if (step !== 'replace') throw new Usage(usage)
  await acceptSecret(app)
  return ['This secret is accepted. Second factors and queued emails of the lost one can no longer be opened.']
}

type Options = { until?: string; vendor?: string; reference?: string; reason?: string }

async function payouts(app: App, [command, id = '']: string[], options: Options): Promise<string[]> {
  if (command === 'create') return create(app, await chosen(app, options.vendor), dayOf(options.until, '--until'))
  if (command === 'list') return unpaid(app, await chosen(app, options.vendor))
  const steps = {
    process: () => processPayout,
    retry: () => retryPayout,
    paid: () => {
      const reference = words(options.reference, 'reference', 60)
      return (ctx: Parameters<typeof markPaid>[0], input: { id: string }) => markPaid(ctx, { ...input, reference })
    },
    failed: () => {
      const reason = words(options.reason, 'reason', 200)
      return (ctx: Parameters<typeof markFailed>[0], input: { id: string }) => markFailed(ctx, { ...input, reason })
    },
  }
  const step = command !== undefined && hasKey(steps, command) ? steps[command]() : null
  if (!step) throw new Usage(usage)
  const vendorId = await vendorOf(app, id)
  return runAs(app, 'operator', vendorId, async (ctx) => {
    const done = await step(ctx, { id })
    return command === 'process' ? [payoutLine(vendorId, done), await accountOf(ctx, id)] : [payoutLine(vendorId, done)]
  })
}

/** The full bank account of a payout, as the bank needs it. */
async function accountOf(
  { trx, call, vendorId }: Parameters<typeof readAccounts>[0] & { call: { app: App } },
  id: string,
): Promise<string> {
  const { sealed, holder, bankName } = await trx
    .selectFrom('payouts')
    .innerJoin('payoutAccounts', (join) =>
      join.on('payoutAccounts.vendorId', '=', vendorId).onRef('payoutAccounts.id', '=', 'payouts.account'),
    )
    .select(['sealed', 'holder', 'bankName'])
    .where('payouts.vendorId', '=', vendorId)
    .where('payouts.id', '=', id)
    .executeTakeFirstOrThrow()
  return `pay to ${holder}, ${bankName}, ${call.app.secrets.open(sealed)}`
}

/**
 * Runs a command of the marketplace's operator; each change is audited in the vendor's money log as
 * the operator's.
 * @param given the arguments after `npm run operator --`
 * @returns the lines to print; @throws {Usage} if the command is invalid, otherwise as the actions do
 */
export async function operate(app: App, given: string[]): Promise<string[]> {
  const text = { type: 'string' } as const
  const options = { until: text, vendor: text, reference: text, reason: text }
  let parsed
  try {
    parsed = parseArgs({ args: given, options, allowPositionals: true })
  } catch (error) {
    throw new Usage(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const [command, ...rest] = parsed.positionals
  if (command === 'alarms') return listAlarms(app)
  if (command === 'second-factor') return secondFactor(app, rest)
  if (command === 'secret') return secret(app, rest)
  if (command === 'vendors') return listVendors(app, await vendorIds(app))
  if (command === 'rate') return rate(app, rest)
  if (command === 'payouts') return payouts(app, rest, parsed.values)
  throw new Usage(usage)
}
