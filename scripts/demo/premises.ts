import { week } from '#lib/fields.ts'
import type { ImagePurpose } from '#lib/images.ts'
import type { Office } from './office.ts'
import * as pictures from './pictures.ts'

/** What batches refer to, in the order of the business's lists. */
export type Premises = { services: Map<string, string>; halls: string[]; trainers: string[] }

/** Creates profile, services, halls and trainers with their pictures, in the owner's first hours. */
export async function furnish(office: Office): Promise<Premises> {
  const { business, calls, pass } = office
  const upload = async (purpose: ImagePurpose, bytes: Buffer) => {
    pass()
    const file = new File([Uint8Array.from(bytes)], `${purpose}.png`, { type: 'image/png' })
    return (await calls.images.upload({ purpose, file })).image
  }
  const { days, ...profile } = business.profile
  const [, back, front] = business.logo
  await calls.setup.saveVendor({
    ...profile,
    logo: await upload('logo', await pictures.logo(...business.logo)),
    trainingDays: week(...days),
    version: 0,
  })
  await calls.enrolments.saveBilling({ ...business.billing, version: 0 })
  const services = new Map<string, string>()
  for (const { service, surface, descriptionEn, descriptionAr } of business.services) {
    const cover = await upload('cover', await pictures.cover(surface))
    services.set(service, (await calls.services.create({ service, cover, descriptionEn, descriptionAr })).id)
  }
  const halls: string[] = []
  for (const hall of business.halls) {
    pass()
    halls.push((await calls.halls.create(hall)).id)
  }
  const trainers: string[] = []
  for (const [index, { teaches, ...trainer }] of business.trainers.entries()) {
    const avatar = await upload('avatar', await pictures.avatar(index, back, front))
    const { id } = await calls.trainers.create({
      ...trainer,
      avatar,
      services: teaches.map((service) => services.get(service) ?? ''),
      startingTime: '07:00',
      endingTime: '22:00',
      trainingDays: week(...days),
    })
    trainers.push(id)
  }
  return { services, halls, trainers }
}
