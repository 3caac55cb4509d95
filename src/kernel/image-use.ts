import type { Trx } from '#db/tenant.ts'
import { imagePurposes, type ImagePurpose } from '#lib/images.ts'
import { fieldFailure } from './failure.ts'

/** Where a record shows an image: its field, the field's purpose, and the text key for a missing image. */
export type ImageUse = { field: string; purpose: ImagePurpose; required: string }

/**
 * Refuses an image that was uploaded for another purpose, with other limits. An image that the record already shows
 * stays, whatever its purpose.
 * @throws request/invalid at the field, with the message about its limits if it has one
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
