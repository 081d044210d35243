// Time for measuring how long ago something was.

/** Milliseconds that only ever go forward: whoever sets the device's clock moves nothing that is waited for. */
export const steady = (): number => performance.now()
