import { useTranslations } from 'use-intl'
import { Button, type ButtonLook } from './button.tsx'
import { toastError, toastSuccess } from './toast.tsx'

/** Copies a text and reports success, or failure if the browser refuses, such as without https. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTranslations('ui.copy')
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toastSuccess(t('copied'))
    } catch {
      toastError(t('notCopied'))
    }
  }
}

/** A button that copies a text. */
export function CopyButton({ text, look = 'outline' }: { text: string; look?: ButtonLook }) {
  const t = useTranslations('ui.copy')
  const copy = useCopy()
  return (
    <Button look={look} onClick={() => void copy(text)}>
      {t('copy')}
    </Button>
  )
}
