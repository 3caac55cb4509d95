import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/** One stored image: its address, and its size in px after re-encoding. */
export const storedImage = z.object({ image: z.string(), width: z.number(), height: z.number() })

export const imageContract = {
  /** Multipart: which form the image is for, and the file itself (PNG, JPEG or WebP of at most 1,048,576 bytes). */
  upload: oc
    .route({ method: 'POST', path: '/images', successStatus: 201 })
    .input(
      z.strictObject({
        purpose: z.enum(['logo', 'avatar', 'cover', 'receipt'], 'lib.fields.invalid'),
        file: z.file('lib.images.required'),
      }),
    )
    .output(storedImage),
}
