// What a phone shows once it is in; the door does not wait for it.
export { default as Lobby } from './Lobby.svelte'
export { default as Seated } from './Seated.svelte'
