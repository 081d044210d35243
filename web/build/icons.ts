// The icons as pictures of points: a launcher takes no SVG. Drawn here, so that no picture has to be kept by hand.
import { crc32, deflateSync } from 'node:zlib'

type Ink = readonly [number, number, number, number]

const ground: Ink = [0x1c, 0x18, 0x14, 255]
const paper: Ink = [0xf4, 0xef, 0xe6, 255]
const accent: Ink = [0x1f, 0x5d, 0x57, 255]
const none: Ink = [0, 0, 0, 0]

/** The circle of players has ten dashes; numbers as in public/icon.svg, whose side is 32. */
const ring = { r: 9.5, half: 1.3, dash: 4.2, period: (2 * Math.PI * 9.5) / 10 }
const eye = 3.4
const corner = 7

/** The colour at a place of the 32 by 32 picture. A maskable one has no corners, and all within the safe circle. */
function inkAt(x: number, y: number, maskable: boolean): Ink {
  const [dx, dy] = [x - 16, y - 16]
  const far = Math.hypot(dx, dy)
  if (far <= eye) return accent
  if (Math.abs(far - ring.r) <= ring.half) {
    const along = ((Math.atan2(dy, dx) + 2 * Math.PI) % (2 * Math.PI)) * ring.r
    if (along % ring.period <= ring.dash) return paper
  }
  if (maskable) return ground
  const [cx, cy] = [Math.abs(dx) - (16 - corner), Math.abs(dy) - (16 - corner)]
  return cx > 0 && cy > 0 && Math.hypot(cx, cy) > corner ? none : ground
}

/** Points along each side of one point that are mixed. */
const fine = 4

function mix(px: number, py: number, size: number, maskable: boolean): number[] {
  const sum = [0, 0, 0, 0]
  for (let i = 0; i < fine * fine; i++) {
    const x = ((px + ((i % fine) + 0.5) / fine) * 32) / size
    const y = ((py + (Math.floor(i / fine) + 0.5) / fine) * 32) / size
    const ink = inkAt(x, y, maskable)
    for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + ink[k as 0 | 1 | 2] * ink[3]
    sum[3] = (sum[3] ?? 0) + ink[3]
  }
  const alpha = sum[3] ?? 0
  return [...sum.slice(0, 3).map((c) => (alpha ? Math.round(c / alpha) : 0)), alpha / fine / fine]
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** The icon as a PNG of `size` by `size` points with alpha. The same size gives the same bytes. */
export function icon(size: number, maskable = false): Buffer {
  const rows: number[] = []
  for (let y = 0; y < size; y++) {
    rows.push(0)
    for (let x = 0; x < size; x++) rows.push(...mix(x, y, size, maskable))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
