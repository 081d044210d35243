package server

// told is what a problem says and what to do about it.
type told struct{ text, hint Text }

// problems is every kind of problem that is not the referee's.
var problems = map[string]told{
	"not-found":    {Text{"Такой страницы нет.", "There is no such page."}, Text{"Вернитесь на главную страницу.", "Go back to the main page."}},
	"no-table":     {Text{"Такого стола нет: возможно, он удалён.", "There is no such table; it may have been deleted."}, Text{"Выберите стол в списке.", "Choose a table from the list."}},
	"no-person":    {Text{"Такого человека в списке нет.", "There is no such person in the list."}, Text{"Обновите список людей.", "Reload the list of people."}},
	"wrong-key":    {Text{"Эта ссылка ведущего не подходит.", "This host's link does not fit."}, Text{"Откройте ссылку, которую напечатала программа при запуске.", "Open the link that the program printed when it started."}},
	"no-session":   {Text{"Это устройство не открывало ссылку ведущего.", "This device has not opened the host's link."}, Text{"Откройте ссылку, которую напечатала программа при запуске.", "Open the link that the program printed when it started."}},
	"too-many":     {Text{"Слишком много запросов подряд.", "Too many requests in a row."}, Text{"Подождите немного и повторите.", "Wait a moment and try again."}},
	"wrong-host":   {Text{"Под этим именем программа не отвечает.", "The program does not answer under this name."}, Text{"Откройте напечатанный адрес или добавьте имя ключом --host.", "Open the printed address, or add the name with --host."}},
	"no-header":    {Text{"Запрос пришёл не со страницы программы.", "The request did not come from the program's page."}, Text{"Передайте заголовок X-Omerta: 1.", "Send the header X-Omerta: 1."}},
	"cross-origin": {Text{"Запрос пришёл с чужой страницы.", "The request came from another site's page."}, Text{"Откройте страницу по адресу программы.", "Open the page at the program's own address."}},
	"fault":        {Text{"Ошибка в программе. Ничего не изменилось.", "An error in the program. Nothing has changed."}, Text{"Повторите; если ошибка останется, перезапустите программу: журнал цел.", "Try again; if it stays, restart the program: the journal is intact."}},
	"frozen":       {Text{"Стол остановлен из-за ошибки в программе. Журнал цел, другие столы работают.", "The table is frozen by an error in the program. Its journal is intact, other tables play on."}, Text{"Перезапустите программу: стол откроется на последнем принятом действии.", "Restart the program: the table opens at the last accepted step."}},
	"unavailable":  {Text{"Запись на диск сейчас невозможна. Ничего не изменилось.", "Nothing can be written to the disk now. Nothing has changed."}, Text{"Проверьте место на диске и повторите.", "Check the space on the disk and try again."}},
	"not-json":     {Text{"Тело запроса должно быть в JSON.", "The body must be JSON."}, Text{"Передайте заголовок Content-Type: application/json.", "Send the header Content-Type: application/json."}},
	"too-large":    {Text{"Запрос слишком велик.", "The request is too large."}, Text{"Сократите его: до 64 КиБ, запись игры до 20 МиБ.", "Make it shorter: 64 KiB at most, a record of a game 20 MiB."}},
	"bad-request":  {Text{"Запрос записан с ошибкой.", "The request is malformed."}, Text{"Подробности в поле why.", "See the field why."}},
	"bad-command":  {Text{"Такого действия программа не знает.", "The program does not know such a command."}, Text{"Подробности в поле why.", "See the field why."}},
	"option":       {Text{"Такого значения у этой настройки правил нет.", "This house rule has no such value."}, Text{"Выберите значение из списка.", "Choose a value from the list."}},
	"rulebook":     {Text{"Такого свода правил нет.", "There is no such rulebook."}, Text{"Выберите свод из списка.", "Choose a rulebook from the list."}},
	"nick":         {Text{"Имя пустое или слишком длинное.", "The name is empty or too long."}, Text{"Введите от 1 до 24 знаков.", "Enter 1 to 24 characters."}},
	"no-seating":   {Text{"Так рассадить нельзя: кто-то из пар всё равно окажется рядом или напротив.", "No such order exists: one of the pairs would sit side by side or opposite."}, Text{"Снимите одну из пар и повторите.", "Drop one of the pairs and try again."}},
	"seating-hard": {Text{"Подходящая рассадка не нашлась за отведённое время.", "No fitting order was found in the time allowed."}, Text{"Повторите или снимите одну из пар.", "Try again, or drop one of the pairs."}},
	"not-over":     {Text{"Запись открывается после конца игры.", "The record opens when the game is over."}, Text{"Доиграйте игру до конца.", "Play the game to its end."}},
	"no-seat":      {Text{"Такого места за столом нет.", "There is no such seat at the table."}, Text{"Назовите номер места за этим столом.", "Give the number of a seat at this table."}},
	"bad-record":   {Text{"Запись игры не читается.", "The record of the game cannot be read."}, Text{"Исправьте строку, названную в поле why.", "Correct the line named in the field why."}},
	"refused":      {Text{"По правилам сейчас так нельзя.", "The rules do not allow that now."}, Text{"Выберите одно из предложенных действий.", "Choose one of the actions offered."}},
	"setup":        {Text{"В таком составе играть нельзя.", "This cannot be played."}, Text{"Измените число игроков или состав карт.", "Change the number of players or the cards."}},

	"stale":     {Text{"Кто-то уже сделал шаг. Ваше нажатие не учтено.", "Somebody was faster. Your action was not counted."}, Text{"Посмотрите, что изменилось, и повторите при необходимости.", "See what has changed and repeat if need be."}},
	"paused":    {Text{"Игра остановлена.", "Everything is paused."}, Text{"Сначала продолжите игру.", "Continue the game first."}},
	"voided":    {Text{"Игра объявлена несостоявшейся.", "The game was declared void."}, Text{"Отмените это объявление или раздайте карты заново.", "Take the declaration back, or deal anew."}},
	"no-undo":   {Text{"Отменять нечего.", "There is nothing to take back."}, Text{"Раздача не отменяется; её можно провести заново.", "A deal is not taken back; you can deal anew."}},
	"no-redo":   {Text{"Возвращать нечего.", "There is nothing to do again."}, Text{"Отменённое забывается после нового действия.", "What was taken back is forgotten after a new action."}},
	"no-step":   {Text{"Такого шага в журнале нет.", "The history has no such step."}, Text{"Выберите шаг из журнала.", "Choose a step from the log."}},
	"insert":    {Text{"Вставить действие нельзя: из-за него одно из действий стало бы невозможным.", "It cannot be put in: one of the actions would become impossible."}, Text{"Сначала отмените названное действие.", "Take the named action back first."}},
	"no-clock":  {Text{"Сейчас нет времени, которое можно изменить.", "There is no clock to change now."}, Text{"Время идёт во время речи или ночного вызова.", "The clock belongs to a speech or a call of the night."}},
	"key-used":  {Text{"Этот ключ уже принадлежит другому действию.", "This key belongs to another command."}, Text{"Дайте каждому действию новый ключ.", "Give every command a new key."}},
	"host-only": {Text{"Это делает только ведущий.", "Only the host does that."}, Text{"Попросите ведущего.", "Ask the host."}},
	"full":      {Text{"Журнал этого стола заполнен.", "The journal of this table is full."}, Text{"Начните новый стол.", "Open a new table."}},
	"running":   {Text{"Игра и так идёт.", "Nothing is paused."}, Text{"Действие не требуется.", "There is nothing to do."}},
}
