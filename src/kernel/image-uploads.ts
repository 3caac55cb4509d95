import sharp from 'sharp'
import { tenant, type Trx } from '#db/tenant.ts'
import { imageBytes, imagePurposes, type ImagePurpose } from '#lib/images.ts'
import { instant } from './app.ts'
import { audit } from './audit.ts'
import { type Call, handlersOf, memberOf } from './base.ts'
import { failure, fieldFailure } from './failure.ts'
import { formMs, isShown } from './image-sweep.ts'
import { limits, claimOrRefuse } from './limits.ts'
import { semaphore } from './semaphore.ts'
import { imageContract } from './image.contract.ts'

const os = handlersOf({ images: imageContract })

sharp.cache(false)
// Only raster loaders: a vector or document loader could read files or run scripts.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** The most images that a vendor may have in use or pending (checks U2). */
const quota = 200
/** A cover has no side limit; this limit stops decompression bombs. */
const pixelLimit = 40_000_000

const decoding = semaphore(2, 50)

const signatures: [type: string, test: (bytes: Uint8Array) => boolean][] = [
  ['png', (bytes) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  [
    'webp',
    (bytes) =>
      Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF' && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP',
  ],
]

/**
 * Checks an image by spec 5 and re-encodes it as WebP: metadata and anything after the picture are dropped.
 * @param bytes the uploaded file
 * @throws request/invalid at `file` with the purpose's message
 */
async function reencode(bytes: Uint8Array, purpose: ImagePurpose): Promise<{ webp: Buffer; width: number; height: number }> {
  const refuse = (key: string) => fieldFailure('file', key)
  if (bytes.length === 0) throw refuse('lib.images.required')
  if (bytes.length > imageBytes) throw refuse('lib.images.tooLarge')
  if (!signatures.some(([, test]) => test(bytes))) throw refuse('lib.images.type')
  const { side, dimensions } = imagePurposes[purpose]
  return decoding.run(async () => {
    const source = sharp(bytes, {
      limitInputPixels: pixelLimit,
      failOn: 'error',
      pages: 1,
      animated: false,
    })
    const size = await source.metadata().catch(() => {
      throw refuse('lib.images.broken')
    })
    if (side !== null && (size.width > side || size.height > side)) throw refuse(dimensions)
    // Turned upright from EXIF before the metadata is dropped.
    const { data, info } = await source
      .autoOrient()
      .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 85 })
      .timeout({ seconds: 5 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw refuse('lib.images.broken')
      })
    return { webp: data, width: info.width, height: info.height }
  })
}

/** @throws image/quota when the vendor has reached its limit of other images, shown or uploaded within the last day */
async function refuseBeyondQuota(trx: Trx, { app }: Call, vendorId: string, image: string): Promise<void> {
  const { count } = await trx
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .where('image', '<>', image)
    .where((where) => where.or([where('createdAt', '>=', instant(app, -formMs)), isShown(app, vendorId)]))
    .executeTakeFirstOrThrow()
  if (count >= quota) throw failure('image/quota')
}

/** Removes a file that no row names; another upload of the same picture may have created a row meanwhile. */
async function removeUnnamed({ app }: Call, vendorId: string, name: string): Promise<void> {
  const row = await tenant(app.db, vendorId, (trx) =>
    trx.selectFrom('media').select('image').where('vendorId', '=', vendorId).where('image', '=', `/media/${name}`).executeTakeFirst(),
  )
  if (!row) await app.files.remove(name)
}

async function store(call: Call, purpose: ImagePurpose, file: File) {
  const { vendorId } = memberOf(call)
  const { app } = call
  if (file.size > imageBytes) throw fieldFailure('file', 'lib.images.tooLarge')
  const { webp, width, height } = await reencode(new Uint8Array(await file.arrayBuffer()), purpose)
  // Keyed by vendor, purpose and content: each use stores the same picture once, and no one can guess another's address.
  const name = `${app.secrets.hmac('media', `${vendorId}\0${purpose}\0${webp.toString('base64')}`).toString('hex')}.webp`
  const image = `/media/${name}`
  await tenant(app.db, vendorId, async (trx) => {
    await claimOrRefuse(trx, app, [limits.uploadByVendor, vendorId])
    await refuseBeyondQuota(trx, call, vendorId, image)
  })
  // Between two transactions: a slow disk or bucket must not block the database, and a row never names a missing file.
  await app.files.put(name, webp)
  const named = tenant(app.db, vendorId, async (trx) => {
    // Uploads of one vendor wait for each other here, so two at once can't exceed the quota.
    await app.modules.lockVendor(trx, vendorId)
    await refuseBeyondQuota(trx, call, vendorId, image)
    await trx
      .insertInto('media')
      .values({
        vendorId,
        image,
        purpose,
        bytes: webp.length,
        width,
        height,
        createdAt: instant(app),
      })
      // Uploaded again: it waits for its form again.
      .onConflict((conflict) => conflict.columns(['vendorId', 'image']).doUpdateSet({ createdAt: instant(app) }))
      .execute()
    await audit(trx, call, { action: 'upload', entity: 'image', target: name })
  })
  await named.catch(async (error: unknown) => {
    // While the database is unavailable the file stays: no one knows its name, and the same picture reuses it.
    await removeUnnamed(call, vendorId, name).catch(() => {})
    throw error
  })
  return { image, width, height }
}

export const imageHandlers = {
  upload: os.images.upload.handler(({ context, input }) => store(context, input.purpose, input.file)),
}
