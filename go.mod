module omerta

go 1.26
