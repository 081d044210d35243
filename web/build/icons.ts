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
const fine = 3

/** Mixes the point at (px, py) into `out` at `to`. */
function mix(out: Uint8Array, to: number, at: [number, number], size: number, mask: boolean): void {
  const sum: [number, number, number, number] = [0, 0, 0, 0]
  for (let i = 0; i < fine * fine; i++) {
    const x = ((at[0] + ((i % fine) + 0.5) / fine) * 32) / size
    const y = ((at[1] + (Math.floor(i / fine) + 0.5) / fine) * 32) / size
    const [r, g, b, a] = inkAt(x, y, mask)
    sum[0] += r * a
    sum[1] += g * a
    sum[2] += b * a
    sum[3] += a
  }
  const alpha = sum[3]
  for (let k = 0; k < 3; k++) out[to + k] = alpha ? Math.round((sum[k] ?? 0) / alpha) : 0
  out[to + 3] = Math.round(alpha / fine / fine)
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
  const rows = new Uint8Array(size * (size * 4 + 1))
  for (let y = 0; y < size; y++) {
    const row = y * (size * 4 + 1) + 1
    for (let x = 0; x < size; x++) mix(rows, row + x * 4, [x, y], size, maskable)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
