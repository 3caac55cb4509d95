import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isLoopbackName } from './target.rules.ts'

/** Addresses that are no one's on the internet (IANA's special-purpose registries). */
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
/** Of IPv6 only what is given out to networks counts, without what carries another address inside. */
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

/** Whether an address can be reached by everybody, so that asking it shows nothing of the network that the server stands in. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !not4.check(address, 'ipv4')
  return isIP(address) === 6 && may6.check(address, 'ipv6') && !not6.check(address, 'ipv6')
}

/** Finds the addresses of a host's name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers by itself: the system's `lookup` does two names at a time, and who chose a webhook may own
 * a name server that keeps silent, for which all others would wait.
 */
const resolveHost: Resolve = async (hostname) => {
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  // The machine itself by its words (RFC 6761).
  if (isLoopbackName(hostname))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  // A new one, since the machine's name servers may change.
  const names = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: typeof four, of: 4 | 6) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: of })) : []
  return [...found(four, 4), ...found(six, 6)]
}

/** An address that a webhook may not go to. */
export class Forbidden extends Error {
  constructor() {
    super('This address is not public')
    this.name = 'Forbidden'
  }
}

/**
 * Resolves a webhook's host once, to the addresses that are then connected to, so that no second answer of
 * its name server counts. In production every one must be public; elsewhere http goes to the machine itself alone.
 * @throws {Forbidden}, or what the name server says
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

/** Whether an address that is written as such may be chosen; a name is checked when it is resolved. */
export function mayChoose(url: string, production: boolean): boolean {
  const { protocol, hostname } = new URL(url)
  if (!production) return true
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  return protocol === 'https:' && !isLoopbackName(hostname) && (isIP(literal) === 0 || isPublic(literal))
}
