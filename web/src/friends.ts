import { mount } from 'svelte'
import Entry from './phone/friends/Entry.svelte'
import './app.css'

const target = document.getElementById('app')
if (!target) throw new Error('friends.html has no #app')

mount(Entry, { target })
