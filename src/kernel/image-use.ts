import type { Trx } from '#db/tenant.ts'
import { imagePurposes, type ImagePurpose } from '#lib/images.ts'
import { fieldFailure } from './failure.ts'

/** Where a record takes an image: its field, what the field is for, and the text key of a missing image. */
export type ImageUse = { field: string; purpose: ImagePurpose; required: string }

/**
 * Refuses an image that was uploaded for something else, whose limits were others. One that the
 * record shows already stays, whatever it was uploaded for.
 * @throws request/invalid at the field: with the sentence of its limits where it has some
 */
export async function assertUse(
  trx: Trx,
  vendorId: string,
  { field, purpose, required }: ImageUse,
  image: string | null,
  shown: string | null | undefined,
): Promise<void> {
  if (image === null || image === shown) return
  const row = await trx.selectFrom('media').select('purpose').where('vendorId', '=', vendorId).where('image', '=', image).executeTakeFirst()
  const { side, dimensions } = imagePurposes[purpose]
  if (row && row.purpose !== purpose) throw fieldFailure(field, side === null ? required : dimensions)
}
