import { useState } from 'react'
import { failureOf } from '#web/call-failure.ts'
import { secretHere } from '#web/use-link.ts'

type Answered<Offer> = { offer: Offer | 'gone'; isLate: boolean }

/**
 * Answers what an email's link has opened.
 * @param late the code of a refusal because it is too late, or something else by now: what it is now is read again
 * @param read loads it by the link's secret
 * @param onAnswer receives it as it is after the answer, 'gone' if the link opens nothing any more
 * @param failed what to show where a pressed button's answer could not be sent
 */
export function useAnswer<Offer, Name extends string>({
  late,
  read,
  onAnswer,
  failed,
}: {
  late: string
  read: (token: string) => Promise<Offer>
  onAnswer: (offer: Offer | 'gone') => void
  failed: string
}) {
  const [busy, setBusy] = useState<Name | null>(null)
  async function send(run: (token: string) => Promise<Offer>, token: string): Promise<Answered<Offer>> {
    try {
      return { offer: await run(token), isLate: false }
    } catch (error) {
      const { code } = failureOf(error)
      if (code === late) return { offer: await read(token).catch((): 'gone' => 'gone'), isLate: true }
      if (code === 'document/not-found') return { offer: 'gone', isLate: true }
      throw error
    }
  }
  /** @throws what is not a refusal, such as a lost connection */
  async function answer(run: (token: string) => Promise<Offer>): Promise<Answered<Offer>> {
    const answered = await send(run, secretHere())
    onAnswer(answered.offer)
    return answered
  }
  return {
    /** The button that was pressed, while its answer is under way. */
    busy,
    answer,
    /** Answers by a button. @returns null where the answer could not be sent, which is shown */
    async press(name: Name, run: (token: string) => Promise<Offer>): Promise<Answered<Offer> | null> {
      setBusy(name)
      const answered = await answer(run).catch(async () => {
        await warn(failed)
        return null
      })
      setBusy(null)
      return answered
    },
  }
}

/** Shows a warning on a page that loads no toasts until it needs one. */
export async function warn(text: string): Promise<void> {
  const { toastError } = await import('./toast.tsx')
  toastError(text)
}
