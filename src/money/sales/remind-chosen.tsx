import { useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { pageSize } from '#ui/lists/list.tsx'
import { useRemindChosen, type Reminding } from './use-reminded.ts'

/** Reminds of what was chosen in a list, and asks before when that is more than a page, which no one has seen as a whole. */
export function useRemindMany(): { remind: (chosen: Reminding, done: () => void) => void; question: ReactNode } {
  const t = useTranslations('sales')
  const format = useFormatter()
  const remind = useRemindChosen()
  const [asked, setAsked] = useState<{ chosen: Reminding; done: () => void; count: number } | null>(null)
  return {
    remind(chosen, done) {
      const count = Object.values(chosen).flat().length
      if (count > pageSize) setAsked({ chosen, done, count })
      else void remind(chosen, done)
    },
    question: asked && (
      <ConfirmDialog
        title={t('remindMany.title', { count: format.number(asked.count) })}
        text={t('remindMany.text')}
        yes={t('remindChosen')}
        no={t('dismiss')}
        onYes={() => {
          setAsked(null)
          void remind(asked.chosen, asked.done)
        }}
        onNo={() => setAsked(null)}
      />
    ),
  }
}
