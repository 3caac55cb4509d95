import { add, type Journal } from './money-model.journal.ts'

type State = 'pending' | 'processing' | 'paid' | 'failed'
const steps = {
  process: { from: 'pending', to: 'processing' },
  paid: { from: 'processing', to: 'paid' },
  failed: { from: 'processing', to: 'failed' },
  retry: { from: 'failed', to: 'pending' },
} as const
export type PayoutStep = keyof typeof steps
/** The accounts between which a payout's step moves its amount. */
const ways: Record<PayoutStep, [from: string, to: string] | null> = {
  process: null,
  paid: ['payoutClearing', 'cash'],
  failed: ['payoutClearing', 'marketplaceReceivable'],
  retry: ['marketplaceReceivable', 'payoutClearing'],
}

/** What the marketplace paid out, as part of the model in `money-model.ts`. */
export class Payouts {
  readonly all = new Map<string, { net: bigint; state: State }>()
  readonly #journal: Journal
  readonly #countsFrom: number

  /** @param countsFrom when the bank account takes effect */
  constructor(journal: Journal, countsFrom: number) {
    this.#journal = journal
    this.#countsFrom = countsFrom
  }

  #open() {
    const isOpen = ['payment', 'refund', 'commission']
    const rows = this.#journal.moved.filter((one) => isOpen.includes(one.source) && !one.isPaidOut)
    return rows
      .filter((one) => [one.from, one.to].includes('marketplaceReceivable'))
      .map((one) => ({ one, gain: one.to === 'marketplaceReceivable' ? one.amount : -one.amount }))
  }

  get available(): bigint {
    return add(this.#open().map(({ gain }) => gain))
  }

  /** A payout until a day covers everything until then, and of later sales and refunds only those that took more than they brought. */
  create(until: string, now: number): { refused: string } | { net: bigint; record: (id: string) => void } {
    const today = this.#journal.today(now)
    if (until > today) return { refused: 'payouts.until.future' }
    const open = this.#open()
    const young = Map.groupBy(
      open.filter(({ one }) => one.day > until),
      ({ one }) => one.sale,
    )
    const taken = [
      ...open.filter(({ one }) => one.day <= until),
      ...[...young.values()].filter((some) => add(some.map(({ gain }) => gain)) < 0n).flat(),
    ]
    const net = add(taken.map(({ gain }) => gain))
    if (net <= 0n) return { refused: 'balance' }
    if (now < this.#countsFrom) return { refused: 'account' }
    const record = (id: string) => {
      for (const { one } of taken) one.isPaidOut = true
      this.all.set(id, { net, state: 'pending' })
      this.#journal.move({ day: today, source: 'payout' }, 'marketplaceReceivable', 'payoutClearing', net)
    }
    return { net, record }
  }

  /** Takes a payout one step further; repeating a step changes nothing. */
  step(id: string, name: PayoutStep, now: number): string {
    const payout = this.all.get(id)
    if (!payout) return 'document/not-found'
    const { from, to } = steps[name]
    if (payout.state === to) return 'accepted'
    if (payout.state !== from) return 'payout/state'
    const failed = add([...this.all.values()].filter(({ state }) => state === 'failed').map(({ net }) => net))
    if (name === 'retry' && payout.net > this.available + failed) return 'payout/short'
    payout.state = to
    const way = ways[name]
    if (way) this.#journal.move({ day: this.#journal.today(now), source: 'payout' }, way[0], way[1], payout.net)
    return 'accepted'
  }
}
