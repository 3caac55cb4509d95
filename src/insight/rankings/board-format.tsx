import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { moneyText } from '#lib/money.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import type { RankingRow, RankingPeriod } from './rankings.contract.ts'
import { bestStep, formulaOf, partShare, type Input, type Inputs, type PartKey, type Ranked } from './rankings.rules.ts'

/** Formats a board's scores, shares and steps in the reader's language. */
export function useBoardFormat(board: Ranked, period: Pick<RankingPeriod, 'version' | 'currency' | 'exponent'>) {
  const t = useTranslations('rankings')
  const words = useOpenTexts('rankings')
  const format = useFormatter()
  const locale = useLocale()
  /** The name of a part. */
  const partName = (key: PartKey) => words(`parts.${board}.${key}`)
  const points = (tenths: number) => format.number(tenths / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = (part: number) => format.number(part, { style: 'percent', maximumFractionDigits: 1 })
  const { parts, sample } = formulaOf(board, period.version)
  const figure = (key: PartKey, value: number) =>
    key === 'revenue' ? moneyText(value, period.currency, period.exponent, locale) : format.number(value)
  return {
    parts,
    sample,
    partName,
    points,
    /** A part's share in percent; a dash where the row has no figure for it. */
    share(inputs: Inputs, key: PartKey): string {
      const share = inputs[key] ? partShare(inputs[key]) : null
      return share === null ? '–' : percent(share / 10_000)
    },
    /** The inputs of the share: so many of so many. */
    from: (key: PartKey, { num, den }: Input) => t('of', { num: figure(key, num), den: figure(key, den) }),
    /** The weights, as the formula publishes them. */
    weights: format.list(parts.map(({ key, weight }) => t('weight', { part: partName(key), weight: percent(weight / 100) }))),
    /** What would move a row up, in words and figures; null where nothing is left to gain. */
    step(inputs: Inputs): string | null {
      const step = bestStep(board, inputs, period.version)
      if (!step) return null
      const what = words(`steps.${board}.${step.key}`, { count: step.by, amount: figure(step.key, step.by) })
      return t('gain', { what, share: percent((partShare(step.input) ?? 0) / 10_000), points: points(step.gain) })
    },
  }
}

/** How a rank moved since the previous period: an arrow and its words. */
export function RankMovement({ row: { rank, rankBefore } }: { row: Pick<RankingRow, 'rank' | 'rankBefore'> }) {
  const t = useTranslations('rankings.moved')
  const format = useFormatter()
  if (rank === null) return null
  if (rankBefore === null) return <>{t('new')}</>
  const places = Math.abs(rankBefore - rank)
  const way = rank === rankBefore ? 'same' : rank < rankBefore ? 'up' : 'down'
  const sign = { same: '=', up: '▲', down: '▼' }[way]
  return (
    <span data-way={way} className="whole">
      <span aria-hidden="true">
        {sign} {places > 0 && format.number(places)}
      </span>
      <span className="hidden-text">{t(way, { count: places })}</span>
    </span>
  )
}
