import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isLoopbackName } from './target.rules.ts'

/** Addresses that belong to no public host (IANA's special-purpose registries). */
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** In IPv6 only allocated unicast space is allowed, without the ranges that embed another address. */
const given6: readonly [string, number][] = [['2000::', 3]]
const special6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

function listOf(subnets: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}
const [not4, may6, not6] = [listOf(special4, 'ipv4'), listOf(given6, 'ipv6'), listOf(special6, 'ipv6')]

/** Whether an address is publicly reachable, so that requesting it reveals nothing about the server's own network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !not4.check(address, 'ipv4')
  return isIP(address) === 6 && may6.check(address, 'ipv6') && !not6.check(address, 'ipv6')
}

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Queries the name servers directly: the system's `lookup` resolves only two names at a time, so a webhook owner
 * whose name server never answers could block everyone else.
 */
const resolveHost: Resolve = async (hostname) => {
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  // The machine's own names (RFC 6761).
  if (isLoopbackName(hostname))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  // A new resolver each time, since the machine's name servers may change.
  const names = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: typeof four, of: 4 | 6) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: of })) : []
  return [...found(four, 4), ...found(six, 6)]
}

/** Thrown for an address that a webhook may not use. */
export class Forbidden extends Error {
  constructor() {
    super('This address is not public')
    this.name = 'Forbidden'
  }
}

/**
 * Resolves a webhook's host once and returns the addresses to connect to, so that a second answer from its name
 * server has no effect. In production every address must be public; elsewhere http may reach only the machine itself.
 * @throws {Forbidden}, or the resolver's error
 */
export async function addressesOf(
  { protocol, hostname }: URL,
  production: boolean,
  resolve: Resolve = resolveHost,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'))
  if (!first) throw new Forbidden()
  const found: [LookupAddress, ...LookupAddress[]] = [first, ...others]
  if (
    production ? protocol !== 'https:' || !found.every(({ address }) => isPublic(address)) : protocol !== 'https:' && !found.every(isHere)
  )
    throw new Forbidden()
  return found
}

const isHere = ({ address }: LookupAddress) => address === '::1' || isLoopbackName(address)

/** Whether a URL with a literal address may be used; a host name is checked when it is resolved. */
export function mayChoose(url: string, production: boolean): boolean {
  const { protocol, hostname } = new URL(url)
  if (!production) return true
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  return protocol === 'https:' && !isLoopbackName(hostname) && (isIP(literal) === 0 || isPublic(literal))
}
