import { mount } from 'svelte'
import App from './board/App.svelte'
import { parse } from './board/address.ts'
import { useWords } from './board/words.svelte.ts'
import { keepShell } from './lib/shell.ts'
import './app.css'

keepShell()

const target = document.getElementById('app')
if (!target) throw new Error('board.html has no #app')

const at = parse(location.pathname, location.search)
void useWords(at.lang)
mount(App, { target, props: { at } })
