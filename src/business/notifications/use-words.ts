import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { useZone } from '#business/setup/here.ts'
import { useMoment } from '#ui/use-moment.ts'
import type { Notification } from './notification.contract.ts'
import type { KindName } from './notification.rules.ts'
import { shownValues } from './shown-values.rules.ts'
import type { OutsideMail } from './outside.rules.ts'

/** The texts of notifications in the reader's language; times are in the business's time zone. */
export function useWords() {
  const t = useTranslations('notifications')
  const format = useFormatter()
  const locale = useLocale()
  const timeZone = useZone()
  const when = useMoment()
  return {
    name: (kind: KindName) => t(`kinds.${kind}.name`),
    mailName: (kind: OutsideMail) => t(`mails.${kind}`),
    text: ({ kind, values }: Pick<Notification, 'kind' | 'values'>) => t(`kinds.${kind}.text`, shownValues(kind, values, locale, timeZone)),
    when,
    time: (at: string) => format.dateTime(new Date(at), { timeStyle: 'short' }),
  }
}
