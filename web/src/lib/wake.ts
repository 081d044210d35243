// Keeps the screen awake. Browsers give a lock to safe origins only; on plain HTTP a muted moving picture, which
// browsers do not let the screen sleep over, does the same.

/** A silent video of one dark pixel, fed by a canvas: no file is needed. */
function movie(): HTMLVideoElement | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2
  const pen = canvas.getContext('2d')
  if (!pen || !('captureStream' in canvas)) return undefined
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.setAttribute('aria-hidden', 'true')
  video.className = 'awake'
  video.srcObject = canvas.captureStream(1)
  setInterval(() => {
    pen.fillStyle = Date.now() % 2 ? '#000000' : '#010101'
    pen.fillRect(0, 0, 2, 2)
  }, 5_000)
  document.body.append(video)
  return video
}

let video: HTMLVideoElement | undefined
let held = false
let watching = false

async function hold(): Promise<boolean> {
  if (document.visibilityState !== 'visible') return held
  try {
    if ('wakeLock' in navigator) {
      const lock = await navigator.wakeLock.request('screen')
      lock.addEventListener('release', () => (held = false))
      return (held = true)
    }
  } catch {
    // Refused, as with an empty battery or without focus: the picture is tried.
  }
  try {
    video ??= movie()
    await video?.play()
    held = video !== undefined
  } catch {
    held = false
  }
  return held
}

/** Keeps the screen awake from now on; call it in a tap. Whether it could be done. */
export async function keepAwake(): Promise<boolean> {
  if (!watching) {
    watching = true
    document.addEventListener('visibilitychange', () => void hold())
  }
  return hold()
}
