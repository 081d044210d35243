import { mount } from 'svelte'
import App from './App.svelte'
import { keepShell } from './lib/shell.ts'
import './app.css'

keepShell()

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')

mount(App, { target })
