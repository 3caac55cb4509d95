import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './setup.module.css'

/** The otpauth address as a QR code: black on white with its quiet zone in both themes, or cameras would not read it. */
export default function TotpCode({ address, label }: { address: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(address, { ecc: 'M', border: 4 })
    return { size: modules, path: data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('') }
  }, [address])
  return (
    <svg className={css['qr']} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
