import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

const address = (protocols: string[]) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
          `must be an address beginning with ${protocols.join(' or ')}`,
        ),
      ),
  )

const environment = z.object({
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']),
  DATABASE_POOL: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 10),
  DATABASE_PREPARE: z._default(z.enum(['on', 'off']), 'on'),
  DATABASE_DURABILITY: z._default(z.enum(['checked', 'unchecked']), 'checked'),
  SMTP_URL: address(['smtp:', 'smtps:']),
  MAIL_FROM: z._default(z.string().check(z.regex(/^[^\r\n]{3,200}$/)), 'Touchline <no-reply@touchline.localhost>'),
  PUBLIC_URL: address(['http:', 'https:']),
  TERMS_URL: address(['http:', 'https:']),
  PRIVACY_URL: address(['http:', 'https:']),
  SECURITY_CONTACT: address(['mailto:', 'https:']),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  MARKETPLACE_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  S3_ENDPOINT: address(['http:', 'https:']),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'auto'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  CALL_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  PAGE_WAIT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(60_000)), 250),
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'production'),
})

/** The checked configuration; see .env.example for what each variable does. */
export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  /** Whether statements are prepared once for each connection; off behind a pooler that can't carry them. */
  databasePrepare: boolean
  /** Whether a server may run without fsync in production, for one that makes its changes durable in another way. */
  databaseUnchecked: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** The browsers' origin when a proxy is in front; otherwise each request's Host is used, but mails link only to this machine. */
  publicOrigin: string | undefined
  /** The operator's own pages, to which /terms and /privacy lead; without them, the product's pages. */
  termsUrl: string | undefined
  privacyUrl: string | undefined
  /** The address for vulnerability reports, in security.txt; without it there is no such file. */
  securityContact: string | undefined
  trustedProxies: string[]
  secretKey: string | undefined
  /** The secret with which the marketplace signs its calls; without it they are refused. */
  marketplaceSecret: string | undefined
  s3:
    | {
        endpoint: string
        bucket: string
        region: string
        accessKeyId: string
        secretAccessKey: string
      }
    | undefined
  /** Whether calls per session and per business are counted; off where a proxy does so. */
  countsCalls: boolean
  /** How long a page waits for the rows that it is drawn with, in milliseconds; the browser asks for those that are missing then. */
  pageWait: number
  production: boolean
}

/**
 * Reads the configuration from the environment; empty variables count as missing.
 * @throws naming each invalid variable, before anything is opened
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new Error(`Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`)
  }
  const value = parsed.data
  const trustedProxies = value.TRUSTED_PROXIES.split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const wrongProxy = trustedProxies.find((entry) => isIP(entry.split('/')[0] ?? '') === 0)
  if (wrongProxy) throw new Error(`Configuration: TRUSTED_PROXIES ${wrongProxy} is no IP address`)
  const s3Given = [value.S3_ENDPOINT, value.S3_BUCKET, value.S3_ACCESS_KEY_ID, value.S3_SECRET_ACCESS_KEY]
  if (s3Given.some(Boolean) && !s3Given.every(Boolean))
    throw new Error('Configuration: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together')
  return {
    host: value.HOST,
    port: value.PORT,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    databasePrepare: value.DATABASE_PREPARE === 'on',
    databaseUnchecked: value.DATABASE_DURABILITY === 'unchecked',
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    publicOrigin: value.PUBLIC_URL ? new URL(value.PUBLIC_URL).origin : undefined,
    termsUrl: value.TERMS_URL,
    privacyUrl: value.PRIVACY_URL,
    securityContact: value.SECURITY_CONTACT,
    trustedProxies,
    secretKey: value.SECRET_KEY,
    marketplaceSecret: value.MARKETPLACE_SECRET,
    s3:
      value.S3_ENDPOINT && value.S3_BUCKET && value.S3_ACCESS_KEY_ID && value.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: value.S3_ENDPOINT,
            bucket: value.S3_BUCKET,
            region: value.S3_REGION,
            accessKeyId: value.S3_ACCESS_KEY_ID,
            secretAccessKey: value.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    countsCalls: value.CALL_LIMITS === 'on',
    pageWait: value.PAGE_WAIT,
    production: value.NODE_ENV === 'production',
  }
}
