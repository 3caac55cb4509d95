import { taxNumberOn } from '#business/ledger/tax.server.ts'
import type { Trx } from '#db/tenant.ts'
import type { Seller } from './seller.contract.ts'

/** The business as its documents of a day state it; '' for what its profile doesn't have. */
export async function readSeller(trx: Trx, vendorId: string, day: string): Promise<Seller> {
  const vendor = await trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('vendors', (join) => join.on('vendors.vendorId', '=', vendorId))
    .select([
      'vendors.name',
      'vendors.logo',
      'vendors.address',
      'vendors.postcode',
      'vendors.timeZone',
      'countries.id as country',
      'countries.timeZones',
    ])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return {
    country: vendor.country,
    name: vendor.name ?? '',
    logo: vendor.logo ?? '',
    address: vendor.address ?? '',
    postcode: vendor.postcode ?? '',
    timeZone: vendor.timeZone ?? vendor.timeZones[0] ?? 'UTC',
    taxNumber: await taxNumberOn(trx, vendorId, day),
  }
}
