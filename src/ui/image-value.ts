import * as z from 'zod/mini'
import type { imageContract } from '#kernel/image.contract.ts'
import { clientOf } from '#web/client.ts'
import { imageBytes, imagePurposes, imageTypes, type ImagePurpose } from '#lib/images.ts'

const { api } = clientOf<{ images: typeof imageContract }>()

/** An image field's value: a chosen file, the address of a stored image, or nothing yet. */
export type ImageValue = File | string

const problems = new WeakMap<File, string>()

async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const size = { width: bitmap.width, height: bitmap.height }
    bitmap.close()
    return size
  } catch {
    return null
  }
}

/** Checks a chosen file against the limits of spec 5 before it is uploaded; the server checks again. */
export async function checkImage(file: File, purpose: ImagePurpose): Promise<void> {
  const { side, dimensions } = imagePurposes[purpose]
  if (file.size > imageBytes) problems.set(file, 'lib.images.tooLarge')
  else if (!imageTypes.some((type) => type === file.type)) problems.set(file, 'lib.images.type')
  else {
    const size = await sizeOf(file)
    if (!size) problems.set(file, 'lib.images.broken')
    else if (side !== null && (size.width > side || size.height > side)) problems.set(file, dimensions)
  }
}

/** The schema of an image field: something is chosen and the file passed its check. @param isOptional allows an empty value */
export function imageValue(required = 'lib.images.required', isOptional = false) {
  return z.unknown().check(
    z.refine((value) => isOptional || (value !== '' && value !== undefined), { error: required, abort: true }),
    z.refine((value) => !(value instanceof File && problems.has(value)), {
      error: ({ input }) => (input instanceof File ? (problems.get(input) ?? required) : required),
    }),
  )
}

/** The address of an image; uploads a file first. @throws the server's error at `file` */
export async function uploadedImage(value: ImageValue, purpose: ImagePurpose): Promise<string> {
  if (typeof value === 'string') return value
  return (await api.images.upload({ purpose, file: value })).image
}
