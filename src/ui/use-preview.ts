import { useEffect, useState } from 'react'
import type { ImageValue } from './image-value.ts'

/** A URL that shows an image field's value; a chosen file is previewed before it is uploaded. */
export function usePreview(value: ImageValue): string {
  const [preview, setPreview] = useState('')
  useEffect(() => {
    if (!(value instanceof File)) return setPreview(value)
    const address = URL.createObjectURL(value)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [value])
  return preview
}
